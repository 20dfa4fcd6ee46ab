import { sharingRoutes } from '@hereabouts/contract/sharing';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call, REVOCATION_TIMEOUT_MS } from '#web/lib/api/api.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { storageOrNull } from '#web/lib/storage/safe-storage.ts';
import { STOPS_PREFIX } from '#web/lib/storage/unsent-keys.ts';
import { serverNow } from './server-clock.ts';
import { keepStopped } from './sharing-query.ts';
import { StopOutbox, type StopState } from './stop-outbox.ts';

export const stopOutbox = new StopOutbox({
  storage: storageOrNull(),
  clock: webClock,
  serverNow,
  send(eventId, startedAt) {
    const query = startedAt === null ? {} : { started_at: startedAt };
    return call(
      sharingRoutes.stopSharing,
      { params: { eventId }, query },
      { limitMs: REVOCATION_TIMEOUT_MS },
    );
  },
});

/** Sends unconfirmed stops from whatever page. */
export function useStopOutbox(viewerId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (viewerId === '') return;
    const stop = stopOutbox.start(viewerId, (...stopped) => keepStopped(client, ...stopped));
    const refresh = () => stopOutbox.refresh();
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(STOPS_PREFIX)) refresh();
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    addEventListener('storage', onStorage, { signal });
    addEventListener('online', refresh, { signal });
    // A page that comes back from the back/forward cache has not heard of stops in other tabs.
    addEventListener('pageshow', refresh, { signal });
    return () => {
      stop();
      leaving.abort();
    };
  }, [client, viewerId]);
}

/** Null: no unconfirmed stop at the event. */
export function useStopState(eventId: number): StopState | null {
  return useSyncExternalStore(stopOutbox.subscribe, stopOutbox.snapshot).get(eventId) ?? null;
}
