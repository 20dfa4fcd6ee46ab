import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes what was read as the server has just told, where it was read. What is still on its way may have been answered
 * before that, and would undo it: it is read once more.
 */
export function applyTold<T>(client: QueryClient, queryKey: QueryKey, change: (data: T) => T): void {
  client.setQueryData<T>(queryKey, (data) => data && change(data));
  const only = { queryKey, exact: true };
  if (client.isFetching(only) > 0) void client.invalidateQueries(only);
}
