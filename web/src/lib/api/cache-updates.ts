import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** From what was read, undefined where nothing was, to what it is now. */
type Change<T> = (data: T | undefined) => T | undefined;

/** Applies a realtime message to cached data. A response in flight may be older and undo it, so that query is
 * refetched. */
export function applyServerUpdate<T>(client: QueryClient, queryKey: QueryKey, change: Change<T>): void {
  client.setQueryData<T>(queryKey, change);
  const only = { queryKey, exact: true };
  if (client.isFetching(only) > 0) void client.invalidateQueries(only);
}

/** Changes cached data to the response of an own write: shown at once, and read again in any case, because messages about
 * later changes by others may have come before that response. */
export function applyOwnResult<T>(client: QueryClient, queryKey: QueryKey, change: Change<T>): void {
  client.setQueryData<T>(queryKey, change);
  void client.invalidateQueries({ queryKey, exact: true });
}
