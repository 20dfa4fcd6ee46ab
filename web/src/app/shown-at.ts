import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Not about people and events, or not shown as such. */
const NOT_SHOWN: ReadonlySet<unknown> = new Set(['settings', 'sharing']);

/** When the oldest data on the screen was read, ms since the epoch; null where there is none. */
export function useShownAt(): number | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => {
      const times = cache
        .getAll()
        .filter(({ queryKey }) => !NOT_SHOWN.has(queryKey[0]) && queryKey[1] !== 'unread')
        .filter((query) => query.isActive() && query.state.data !== undefined)
        .map(({ state }) => state.dataUpdatedAt);
      return times.length === 0 ? null : Math.min(...times);
    },
  );
}
