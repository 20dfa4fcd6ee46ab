import type { BlockedPerson } from '@hereabouts/contract/blocks';
import { personName } from '@hereabouts/contract/users';
import { useRef, type ReactNode } from 'react';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { formatDate } from '#web/lib/time/dates.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { MoreButton } from '#web/ui/buttons/more-button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/blocks.tsx';
import { useBlockChange, useBlocks } from '../queries.ts';
import { GuestMark } from '#web/ui/text/guest-mark.tsx';
import styles from './blocked-people.module.css';
import { failureText } from '#web/lib/api/failure-text.ts';

export type BlockedPeopleProps = {
  renderReport: (userId: string, name: string) => ReactNode;
};

/** Source: SAFE-01. */
export function BlockedPeople({ renderReport }: BlockedPeopleProps) {
  const query = useBlocks();
  const section = useRef<HTMLElement>(null);

  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby="blocked-people">
      <SectionHeading id="blocked-people">{texts.blockedPeople}</SectionHeading>
      {query.data ? (
        query.data.length === 0 ? (
          <p className={styles.empty}>{texts.youHaveNotBlockedAnybody}</p>
        ) : (
          <ul className={styles.list}>
            {query.data.map((blocked) => (
              <Blocked
                key={blocked.user.id}
                blocked={blocked}
                renderReport={renderReport}
                onLostFocus={() => section.current?.focus()}
              />
            ))}
          </ul>
        )
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Loading label={recurring.loadingBlockedPeople}>
          <Skeleton shape="block" height="48px" />
        </Loading>
      )}
      {query.hasNextPage && (
        <MoreButton query={query} busyLabel={recurring.loadingBlockedPeople}>
          {texts.showMoreBlockedPeople}
        </MoreButton>
      )}
    </section>
  );
}

type BlockedProps = BlockedPeopleProps & { blocked: BlockedPerson; onLostFocus: () => void };

function Blocked({ blocked: { user, blocked_at }, renderReport, onLostFocus }: BlockedProps) {
  const change = useBlockChange();
  const row = useRef<HTMLLIElement>(null);
  useLostFocus(row, onLostFocus);
  const name = personName(user);
  const unblock = () =>
    // By the promise: callbacks of `mutate` go with the row, which leaves before the end.
    change.mutateAsync({ userId: user.id, block: false }).then(
      () => showNotice(texts.nameIsUnblocked(name)),
      (error: unknown) => showAlert(failureText(texts.unblockFailed, error)),
    );
  return (
    <li ref={row} className={styles.person}>
      <Avatar id={user.id} name={user.name} image={user.image} size={40} />
      <div className={styles.lines}>
        <span className={styles.name}>
          <bdi>{name}</bdi>
          <GuestMark of={user} />
        </span>
        <span className={styles.line}>{texts.blockedDate(formatDate(blocked_at))}</span>
      </div>
      <div className={styles.actions}>
        {renderReport(user.id, name)}
        <Button
          variant="secondary"
          size="small"
          aria-label={texts.unblockName(name)}
          busy={change.isPending}
          busyLabel={texts.unblocking}
          onClick={() => void unblock()}
        >
          {texts.unblock}
        </Button>
      </div>
    </li>
  );
}
