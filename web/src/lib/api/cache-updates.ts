import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** From what was read, undefined where nothing was, to what it is now. */
type Change<T> = (data: T | undefined) => T | undefined;

/** Changes cached data as a realtime message says. A response still in flight may be older than the message and would
 * undo it, so that query is read once more. */
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
