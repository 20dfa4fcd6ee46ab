import { BellRing } from 'lucide-react';
import { useNow } from '#web/lib/time/use-now.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { useNotifications } from '../queries.ts';
import { useNewInVisit } from '../use-new-in-visit.ts';
import { useNextPageInSight } from '../use-next-page-in-sight.ts';
import { NotificationRow } from './notification-row.tsx';
import styles from './notification-list.module.css';

const SKELETON_ROWS = 5;
const TICK_MS = 30_000;
const NOTHING = { notifications: [], unreadCount: 0 };

/** The list in whichever state it is: loading, failed, empty or there. Seeing it is reading it. */
export function NotificationList() {
  const query = useNotifications();
  const now = useNow(TICK_MS);
  const { notifications, unreadCount } = query.data ?? NOTHING;
  const newIds = useNewInVisit(notifications, unreadCount);
  const more = useNextPageInSight(() => void query.fetchNextPage(), query.hasNextPage && !query.isFetching);

  if (query.isPending) {
    return (
      <Loading label="Loading notifications...">
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <Skeleton key={index} shape="block" height="76px" />
        ))}
      </Loading>
    );
  }
  if (query.isError && notifications.length === 0) {
    return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  if (notifications.length === 0) {
    return (
      <EmptyState icon={<BellRing aria-hidden="true" />} title="No notifications yet">
        Invitations, friend requests and changes to your events are told here.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {notifications.map((notification) => (
          <li key={notification.id}>
            <NotificationRow
              notification={notification}
              isNew={!notification.is_read || newIds.has(notification.id)}
              now={now}
            />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          ref={more}
          variant="secondary"
          wide
          busy={query.isFetchingNextPage}
          busyLabel="Loading notifications..."
          onClick={() => void query.fetchNextPage()}
        >
          Show older notifications
        </Button>
      )}
    </>
  );
}
