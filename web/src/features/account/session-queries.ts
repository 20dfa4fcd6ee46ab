import { sessionRoutes, type OwnSessions } from '@hereabouts/contract/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/api/api.ts';
import { applyOwnResult } from '#web/lib/api/cache-updates.ts';
import { useReadOnAuthEvent } from './use-read-on-auth-event.ts';

const sessionsKey = ['sessions'] as const;

export function useSessions() {
  useReadOnAuthEvent(sessionsKey);
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(sessionRoutes.listSessions, {}, { signal }),
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: string) =>
      which === 'others'
        ? call(sessionRoutes.endOtherSessions)
        : call(sessionRoutes.endSession, { params: { sessionId: which } }),
    onSuccess: (_, which) =>
      applyOwnResult<OwnSessions>(client, sessionsKey, (list) => list && { sessions: without(list, which) }),
    // What could not be ended may have ended on its own.
    onError: () => void client.invalidateQueries({ queryKey: sessionsKey }),
  });
}

const without = ({ sessions }: OwnSessions, which: string) =>
  sessions.filter(({ id, is_current }) => is_current || (which !== 'others' && id !== which));
