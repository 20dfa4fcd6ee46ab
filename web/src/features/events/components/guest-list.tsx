import type { EventInvite } from '@hereabouts/contract/events';
import { INVITE_STATUS_LABELS, type InviteStatus } from '@hereabouts/contract/invite-status';
import { NO_NAME } from '@hereabouts/contract/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { StatusChip } from '#web/ui/indicators/status-chip.tsx';
import styles from './guest-list.module.css';

const ORDER: readonly InviteStatus[] = ['accepted', 'tentative', 'pending', 'declined'];

/** "9 Going · 3 Maybe": given answers, each on one line. */
function summaryOf(invites: readonly EventInvite[]): string {
  const counts = Map.groupBy(invites, ({ status }) => status);
  return ORDER.filter((status) => counts.has(status))
    .map((status) =>
      `${counts.get(status)?.length} ${INVITE_STATUS_LABELS[status]}`.replaceAll(' ', '\u00a0'),
    )
    .join('\u00a0· ');
}

/** For viewers who are not guests. Source: EVF-24. */
export function GuestCount({ going }: { going: number }) {
  return (
    <section aria-labelledby="guests" className={styles.section}>
      <SectionHeading id="guests">Guests</SectionHeading>
      <p className={styles.summary}>{going} going</p>
    </section>
  );
}

type Props = {
  invites: readonly EventInvite[];
  viewerId: string;
  action?: ReactNode;
};

/** Everyone invited but the creator, those who come first. Source: EVD-08, EVD-13. */
export function GuestList({ invites, viewerId, action }: Props) {
  const sorted = invites.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  return (
    <section aria-labelledby="guests" className={styles.section}>
      <SectionHeading id="guests" actions={action}>
        Invited Friends ({invites.length})
      </SectionHeading>
      {invites.length === 0 ? (
        <p className={styles.empty}>No friends have been invited yet.</p>
      ) : (
        <>
          <p className={styles.summary}>{summaryOf(invites)}</p>
          <ul className={styles.list}>
            {sorted.map(({ user, status }) => (
              <li key={user.id}>
                <Link to={user.id === viewerId ? '/profile' : `/profile/${user.id}`} className={styles.guest}>
                  <Avatar id={user.id} name={user.name} image={user.image} size={40} />
                  <span className={styles.name}>
                    <bdi>{user.name || NO_NAME}</bdi>
                    {user.id === viewerId && <span className={styles.you}> (you)</span>}
                  </span>
                  <StatusChip status={status} />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
