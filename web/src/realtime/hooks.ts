import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useOnline } from '#web/lib/device/use-online.ts';
import type { ConnectionState } from './client.ts';
import type { Outage } from './outage.ts';
import { outageWatch, realtime } from './realtime.ts';
import type { Topic, TopicHandlers } from './topic-handlers.ts';

const watchState = (onChange: () => void) => realtime.watchState(onChange);

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(watchState, () => realtime.state);
}

const watchOutage = (onChange: () => void) => outageWatch.watch(onChange);

/** No live connection for long enough to matter. */
export function useOutage(): Outage {
  return useSyncExternalStore(watchOutage, () => outageWatch.outage);
}

/** As `isAway`: offline, or RT-03's line is shown (PWA-06). */
export function useIsAway(): boolean {
  const isOutage = useOutage() !== 'none';
  return !useOnline() || isOutage;
}

/** While mounted; null: no topic. The handlers of the latest render are called. */
export function useTopic<T extends Topic>(topic: T | null, handlers: TopicHandlers<T>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (topic === null) return;
    return realtime.listen(topic, () => latest.current);
  }, [topic]);
}
