import type { QueryClient } from '@tanstack/react-query';
import { startAnswerQueue } from '#web/features/events/start-answer-queue.ts';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { isSigningOut } from '#web/lib/navigation/signing-out.ts';
import { onWordsForgotten } from '#web/lib/storage/forget-words.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { unmarkAfter } from './forget-kept.ts';
import { forgetPushInTurn, keepPushOn } from './keep-push.ts';
import { KeptResponses } from './kept-responses.ts';
import { openKeptStore } from './kept-store.ts';
import { keepLastView } from './last-view.ts';

/** `end`: the page stops using it; what was read stays if its owner is still signed in, else it is deleted; waiting answers stay.
 * `forget`: nobody is signed in any more, so what was read is deleted, perhaps after `end`. */
export type Kept = Pick<KeptResponses, 'recheck'> & { end: () => void; forget: () => void };

export function startKept(client: QueryClient, owner: string, release: string): Kept {
  // Nothing is read any more with a session that is being ended.
  const isCurrent = () => !isSigningOut() && readStoredSession()?.userId === owner;
  const kept = new KeptResponses({
    client,
    owner,
    release,
    clock: webClock,
    isCurrent,
    store: openKeptStore(release),
  });
  const stopForgetting = onWordsForgotten((userId) => kept.dropAbout(userId, ['chat']));
  const stopAnswers = startAnswerQueue(owner, client);
  const stopPush = keepPushOn();
  const stopView = keepLastView({ owner, release, isCurrent });
  const flush = () => kept.flush();
  addEventListener('pagehide', flush);
  let isForgotten = false;
  const forget = () => {
    if (isForgotten) return;
    isForgotten = true;
    void unmarkAfter(kept.forget(), forgetPushInTurn());
  };
  return {
    recheck: (keys) => kept.recheck(keys),
    end() {
      stopForgetting();
      stopAnswers();
      stopView();
      stopPush();
      removeEventListener('pagehide', flush);
      if (isCurrent()) kept.stop();
      else forget();
    },
    forget,
  };
}
