import {
  MutationCache,
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type MutationOptions,
  type Query,
} from '@tanstack/react-query';
import { logError } from '#web/lib/log.ts';
import { retryDelay, retryRead, retryWrite } from '#web/lib/api/retry.ts';

/** Refetches a query that is invalidated during its first fetch: that response may be older than the change, and React Query
 * ignores such an invalidation. */
class AttentiveQueryClient extends QueryClient {
  /** First fetches with a pending refetch: at most one each. */
  readonly #followed = new WeakSet<Query>();

  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const isFirst = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;
    for (const query of this.getQueryCache().findAll(filters).filter(isFirst)) {
      if (this.#followed.has(query)) continue;
      this.#followed.add(query);
      const forget = () => void this.#followed.delete(query);
      const again = () => {
        forget();
        return super.invalidateQueries({ queryKey: query.queryKey, exact: true });
      };
      // The read that is on its way, not another one.
      query.fetch().then(again, forget);
    }
    return super.invalidateQueries(filters, options);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as React Query declares it
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(given?: T): T {
    const options = super.defaultMutationOptions(given);
    const { mutationFn, retry } = options;
    if (given?._defaulted || mutationFn === undefined || retry === false) return options;
    return {
      ...options,
      retry: false,
      mutationFn: (...args: Parameters<typeof mutationFn>) => retryWrite(() => mutationFn(...args)),
    };
  }
}

/** Offline, reads wait for the connection. */
export function createQueryClient(): QueryClient {
  return new AttentiveQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => logError(`could not load ${JSON.stringify(query.queryKey)}`, error),
    }),
    mutationCache: new MutationCache({
      onError: (error) => logError('a change was not saved', error),
    }),
    defaultOptions: {
      queries: { retry: retryRead, retryDelay, staleTime: 15_000, gcTime: 10 * 60_000 },
      // At once, also offline: nothing may happen some time later that was not queued on purpose (PWA-06).
      mutations: { networkMode: 'always' },
    },
  });
}
