import { personName } from '@hereabouts/contract/users';
import { useRef, type ReactNode } from 'react';
import { formatDate } from '#web/lib/time/dates.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
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
  const change = useBlockChange();
  const section = useRef<HTMLElement>(null);

  const unblock = (userId: string, name: string) =>
    change.mutate(
      { userId, block: false },
      {
        onSuccess() {
          // The button that was pressed goes with its row.
          section.current?.focus();
          showNotice(texts.nameIsUnblocked(name));
        },
        onError: (error) => showAlert(failureText(texts.unblockFailed, error)),
      },
    );

  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby="blocked-people">
      <SectionHeading id="blocked-people">{texts.blockedPeople}</SectionHeading>
      {query.data ? (
        query.data.length === 0 ? (
          <p className={styles.empty}>{texts.youHaveNotBlockedAnybody}</p>
        ) : (
          <ul className={styles.list}>
            {query.data.map(({ user, blocked_at }) => {
              const name = personName(user);
              return (
                <li key={user.id} className={styles.person}>
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
                      busy={change.isPending && change.variables.userId === user.id}
                      busyLabel={texts.unblocking}
                      onClick={() => unblock(user.id, name)}
                    >
                      {texts.unblock}
                    </Button>
                  </div>
                </li>
              );
            })}
          </ul>
        )
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Loading label={texts.loadingBlockedPeople}>
          <Skeleton shape="block" height="48px" />
        </Loading>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          wide
          busy={query.isFetchingNextPage}
          busyLabel={texts.loadingBlockedPeople}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.showMoreBlockedPeople}
        </Button>
      )}
    </section>
  );
}
