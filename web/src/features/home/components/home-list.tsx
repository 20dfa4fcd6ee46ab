import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import * as texts from '#web/texts/home.tsx';
import type { useHomeEvents } from '../queries.ts';
import { CardLoading } from './home-loading.tsx';
import { NoEvents } from './no-events.tsx';

const SKELETON_CARDS = 3;

type Props = {
  query: ReturnType<typeof useHomeEvents>;
  isEmpty: boolean;
  children: ReactNode;
};

/** Source: HOME-13, ERR-02. */
export function HomeList({ query, isEmpty, children }: Props) {
  if (query.isPending) {
    return (
      <Loading label={texts.loadingEvents}>
        {Array.from({ length: SKELETON_CARDS }, (_, index) => (
          <CardLoading key={index} />
        ))}
      </Loading>
    );
  }
  if (query.isError && isEmpty) {
    return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  if (isEmpty && !query.hasNextPage) {
    return (
      <NoEvents
        isBelowFirstSteps={query.data?.firstSteps != null}
        isRefreshing={query.isFetching}
        onRefresh={() => void query.refetch()}
      />
    );
  }
  return children;
}
