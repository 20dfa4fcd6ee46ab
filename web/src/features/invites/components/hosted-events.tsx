import { useViewerId } from '#web/auth/use-session.ts';
import { formatEventStart } from '#web/lib/time/dates.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as texts from '#web/texts/invites.tsx';
import { useHostedEvents } from '../queries.ts';
import styles from './hosted-events.module.css';

/** Those that go with the account. Source: SAFE-03. */
export function HostedEvents() {
  const viewerId = useViewerId();
  const query = useHostedEvents(viewerId, true);
  if (query.isPending) {
    return (
      <Loading label={texts.loadingYourEvents}>
        <Skeleton shape="block" height="3rem" />
      </Loading>
    );
  }
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  // Those of others stay.
  const events = query.data.filter(({ created_by }) => created_by === viewerId);
  if (events.length === 0) return null;
  return (
    <div className={styles.box}>
      <ul className={styles.events} aria-label={texts.upcomingEventsToBeDeleted}>
        {events.map((event) => (
          <li key={event.id}>
            <bdi className={styles.title}>{event.title}</bdi>
            <time className={styles.when} dateTime={event.start_time}>
              {formatEventStart(event)}
            </time>
          </li>
        ))}
      </ul>
    </div>
  );
}
