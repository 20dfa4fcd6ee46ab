import { personName } from '@hereabouts/contract/users';
import { useRef, useState, type ReactNode } from 'react';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-page.tsx';
import { useLetBackIn, useRemoved } from '../removal-queries.ts';
import styles from './guest-list.module.css';

type Props = {
  eventId: number;
  count: number;
  /** Whoever had it was let back in. */
  onLostFocus: () => void;
};

/** For hosts, while there are any. Source: HOST-06. */
export function RemovedGuests({ eventId, count, onLostFocus }: Props) {
  const [isOpen, setOpen] = useState(false);
  const query = useRemoved(eventId, isOpen);
  const letBackIn = useLetBackIn(eventId);
  if (count === 0) return null;
  return (
    <details className={styles.removed} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.removedSummary}>{texts.removedCount(count)}</summary>
      {query.data ? (
        <ul className={styles.list}>
          {query.data.removed.map(({ user }) => (
            <Row key={user.id} onLostFocus={onLostFocus}>
              <span className={styles.guest}>
                <Avatar id={user.id} name={user.name} image={user.image} size={40} />
                <bdi className={styles.name}>{personName(user)}</bdi>
              </span>
              <Button
                variant="secondary"
                size="small"
                locked={letBackIn.isPending}
                aria-label={texts.letBackInName(personName(user))}
                onClick={() => letBackIn.mutate(user.id)}
              >
                {texts.letBackIn}
              </Button>
            </Row>
          ))}
        </ul>
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Loading label={recurring.loading}>
          <Skeleton shape="block" height="48px" />
        </Loading>
      )}
    </details>
  );
}

function Row({ onLostFocus, children }: { onLostFocus: () => void; children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null);
  useLostFocus(row, onLostFocus);
  return (
    <li ref={row} className={styles.item}>
      {children}
    </li>
  );
}
