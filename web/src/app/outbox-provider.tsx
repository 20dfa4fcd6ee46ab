import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { OutboxContext, type OutboxOwner } from '#web/features/chat/outbox-context.ts';
import type { OutboxSession } from '#web/features/chat/outbox-session.ts';
import { loadChunk } from '#web/lib/loading/chunk.ts';
import { logError } from '#web/lib/log.ts';
import { keysWith } from '#web/lib/storage/safe-storage.ts';
import { outboxPrefixOf, UNSENT_MOVED } from '#web/lib/storage/unsent-keys.ts';

/** Starts the outbox when messages of an earlier page or a closed tab wait (CHAT-09) or a chat is opened; stops it with the
 * session. */
export function OutboxProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const client = useQueryClient();
  const running = useRef<OutboxSession | null>(null);
  const [session, setSession] = useState<OutboxSession | null>(null);

  const start = useCallback<OutboxOwner['start']>(
    (startOutbox) => {
      if (running.current) return running.current.sender.wake();
      // From the storage: another tab may have just signed in another person.
      const isCurrent = () => readStoredSession()?.userId === userId;
      running.current = startOutbox({ userId, client, isCurrent });
      setSession(running.current);
    },
    [client, userId],
  );

  useEffect(() => {
    let isGone = false;
    const startIfWaiting = () => {
      if (running.current !== null || !hasWaiting(userId)) return;
      loadChunk(() => import('#web/features/chat/outbox-session.ts')).then(
        ({ startOutbox }) => isGone || start(startOutbox),
        (cause: unknown) => logError('what waits to be sent could not be looked at', cause),
      );
    };
    startIfWaiting();
    // By a tab that has been closed since, without the network.
    addEventListener('online', startIfWaiting);
    addEventListener(UNSENT_MOVED, startIfWaiting);
    document.addEventListener('visibilitychange', startIfWaiting);
    return () => {
      isGone = true;
      removeEventListener('online', startIfWaiting);
      removeEventListener(UNSENT_MOVED, startIfWaiting);
      document.removeEventListener('visibilitychange', startIfWaiting);
      running.current?.stop();
      running.current = null;
    };
  }, [start, userId]);

  const owner = useMemo(() => ({ session, start }), [session, start]);
  return <OutboxContext value={owner}>{children}</OutboxContext>;
}

const hasWaiting = (userId: string): boolean => keysWith(outboxPrefixOf(userId)).length > 0;
