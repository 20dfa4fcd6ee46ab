import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** From what was read, undefined where nothing was, to what it is now. */
type Change<T> = (data: T | undefined) => T | undefined;

/**
 * Changes what was read as the server has just told. What is still on its way may have been answered before that, and
 * would undo it: it is read once more.
 */
export function applyTold<T>(client: QueryClient, queryKey: QueryKey, change: Change<T>): void {
  client.setQueryData<T>(queryKey, change);
  const only = { queryKey, exact: true };
  if (client.isFetching(only) > 0) void client.invalidateQueries(only);
}

/**
 * The same from the answer to a change of one's own: shown at once, and read again in any case, because others' later
 * changes may have been told before that answer came.
 */
export function applyAnswer<T>(client: QueryClient, queryKey: QueryKey, change: Change<T>): void {
  client.setQueryData<T>(queryKey, change);
  void client.invalidateQueries({ queryKey, exact: true });
}
