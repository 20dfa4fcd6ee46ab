import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { loadChunk } from '#web/lib/loading/chunk.ts';
import { logError } from '#web/lib/log.ts';
import { setUnsentCount } from '#web/lib/storage/unsent-count.ts';

/** As lib/storage/unsent-keys.ts names what it keeps; without importing it, which puts a chunk more on every page. */
const OUTBOX_PREFIX = 'hereabouts.outbox.';

/** Sends messages that were written before this page was loaded, whatever page it is (CHAT-09). */
export function useOutbox(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const isCurrent = () => readStoredSession()?.userId === userId;
    // What one person left behind is not counted for the next.
    const forget = () => setUnsentCount(0);
    if (!hasWaiting(userId)) return forget;
    loadChunk(() => import('#web/features/chat/outbox-session.ts')).then(
      ({ startOutbox }) => isCurrent() && startOutbox({ userId, client, isCurrent }),
      (cause: unknown) => logError('what waits to be sent could not be looked at', cause),
    );
    return forget;
  }, [client, userId]);
}

function hasWaiting(userId: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(`${OUTBOX_PREFIX}${userId}.`));
  } catch {
    return false;
  }
}
