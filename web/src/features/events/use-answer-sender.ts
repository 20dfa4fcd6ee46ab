import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { webClock } from '#web/lib/time/clock.ts';

/** What the page shows comes first. */
const START_AFTER_MS = 2_000;

/** Sends, on whatever page, what the viewer has answered and the server does not know yet. It is loaded in any case:
 * without a network it could not be. */
export function useAnswerSender(userId: string): void {
  const client = useQueryClient();
  useEffect(() => sendAnswers(client, userId), [client, userId]);
}

function sendAnswers(client: QueryClient, userId: string): () => void {
  let stop: (() => void) | null = null;
  let isGone = false;
  const start = async () => {
    const { startAnswers } = await import('./send-answers.ts');
    if (!isGone) stop ??= startAnswers(userId, client);
  };
  // Where it does not load, the connection that comes back is the next chance.
  const tryStart = () => void (stop ?? start().catch(() => {}));
  const forgetTimer = webClock.after(START_AFTER_MS, tryStart);
  addEventListener('online', tryStart);
  return () => {
    isGone = true;
    forgetTimer();
    removeEventListener('online', tryStart);
    stop?.();
  };
}
