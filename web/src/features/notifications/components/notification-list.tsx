import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { mayReadOn } from '#web/lib/api/may-read-on.ts';
import { now as present } from '#web/lib/time/clock.ts';
import { useServerNow } from '#web/live/server-clock.ts';
import { MoreButton } from '#web/ui/buttons/more-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import { useWaitsOffline } from '#web/lib/api/use-waits-offline.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/notifications.tsx';
import { useKeptInVisit, type RenderAnswers } from '../answers.ts';
import { useNotifications } from '../queries.ts';
import { useNextPageInSight } from '../use-next-page-in-sight.ts';

const SKELETON_ROWS = 5;
const TICK_MS = 30_000;
const NOTHING = { notifications: [], unreadCount: 0, readAtMs: 0 };

const LOADING = (
  <Loading label={texts.loadingNotifications}>
    {Array.from({ length: SKELETON_ROWS }, (_, index) => (
      <Skeleton key={index} shape="block" height="76px" />
    ))}
  </Loading>
);

const loadDays = () => import('./notification-days.tsx').then((module) => module.NotificationDays);
const NotificationDays = lazyComponent(loadDays, {
  loading: LOADING,
  failedTitle: recurring.couldNotLoadThisPart,
});
loadDays().catch(() => {});

export function NotificationList(render: RenderAnswers) {
  const query = useNotifications();
  const waitsOffline = useWaitsOffline(query);
  const now = useServerNow(TICK_MS);
  const { notifications: listed, unreadCount, readAtMs } = query.data ?? NOTHING;
  const [openedAtMs] = useState(present);
  const { notifications, keep } = useKeptInVisit(listed);
  const more = useNextPageInSight(() => void query.fetchNextPage(), mayReadOn(query));

  if (query.isPending && !waitsOffline) return LOADING;
  if ((query.isError || waitsOffline) && notifications.length === 0) {
    return (
      <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching}>
        {waitsOffline ? OFFLINE_TEXT : null}
      </ErrorState>
    );
  }
  if (notifications.length === 0) {
    return (
      <EmptyState icon={<BellRing aria-hidden="true" />} title={texts.noNotificationsYet}>
        {texts.noNotificationsHelp}
      </EmptyState>
    );
  }
  return (
    <NotificationDays
      notifications={notifications}
      listed={listed}
      unreadCount={unreadCount}
      readAtMs={readAtMs}
      isFresh={readAtMs >= openedAtMs}
      now={now}
      render={render}
      onAnswer={keep}
    >
      {/* Within it: below a skeleton it would be in sight, and load the next page at once. */}
      {query.hasNextPage && (
        <div ref={more}>
          <MoreButton query={query} busyLabel={texts.loadingNotifications}>
            {texts.showOlderNotifications}
          </MoreButton>
        </div>
      )}
    </NotificationDays>
  );
}
