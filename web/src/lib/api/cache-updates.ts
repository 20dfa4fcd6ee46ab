import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { readOnHint } from './hints.ts';

type Change<T> = (data: T | undefined) => T | undefined;

/** Applies a realtime message. An in-flight response may be older and undo it, so that query is refetched. */
export function applyServerUpdate<T>(client: QueryClient, queryKey: QueryKey, change: Change<T>): void {
  client.setQueryData<T>(queryKey, change);
  const only = { queryKey, exact: true };
  if (client.isFetching(only) > 0) void client.invalidateQueries(only);
}

/** The same for a message with a state: those of several processes arrive in any order, so it is read again too. */
export function applyServerState<T>(client: QueryClient, queryKey: QueryKey, change: Change<T>): void {
  client.setQueryData<T>(queryKey, change);
  readOnHint(client, queryKey);
}

/** Applies the response of an own write, and rereads in any case: messages about later changes may have come before it. */
export function applyOwnResult<T>(client: QueryClient, queryKey: QueryKey, change: Change<T>): void {
  client.setQueryData<T>(queryKey, change);
  void client.invalidateQueries({ queryKey, exact: true });
}
