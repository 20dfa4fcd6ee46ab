import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { logError } from '#web/lib/log.ts';
import { retryDelay, retryRead, retryWrite } from '#web/lib/retry.ts';

/** Offline, reads wait and writes queue; both go out when the connection is back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => logError(`could not load ${JSON.stringify(query.queryKey)}`, error),
    }),
    mutationCache: new MutationCache({
      onError: (error) => logError('a change was not saved', error),
    }),
    defaultOptions: {
      queries: { retry: retryRead, retryDelay, staleTime: 15_000, gcTime: 10 * 60_000 },
      mutations: { retry: retryWrite, retryDelay },
    },
  });
}
