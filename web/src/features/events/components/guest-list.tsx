import type { EventDetail, EventInvite } from '@hereabouts/contract/events';
import type { InviteStatus } from '@hereabouts/contract/invite-status';
import { NO_NAME } from '@hereabouts/contract/users';
import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { StatusChip } from '#web/ui/indicators/status-chip.tsx';
import { GuestActions } from './guest-actions.tsx';
import { GuestMark } from '#web/ui/text/guest-mark.tsx';
import { RemovedGuests } from './removed-guests.tsx';
import styles from './guest-list.module.css';

const ORDER: readonly InviteStatus[] = ['accepted', 'tentative', 'pending', 'declined'];

/** As the counts name the answers (HOST-01). */
const COUNTED_AS: Record<InviteStatus, string> = {
  accepted: 'going',
  tentative: 'maybe',
  declined: 'not going',
  pending: 'pending',
};
const COUNTED: readonly InviteStatus[] = ['accepted', 'tentative', 'declined', 'pending'];

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
  event: EventDetail;
  viewerId: string;
  action?: ReactNode;
};

/** Everyone invited but the creator, those who come first; the creator too among those who gave the same answer, because
 * the counts include them. Source: EVD-08, EVD-13, HOST-01. */
export function GuestList({ event, viewerId, action }: Props) {
  const { host, host_status, invites } = event;
  const [shown, setShown] = useState<InviteStatus | null>(null);
  const sorted = useMemo(
    () => invites.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status)),
    [invites],
  );
  const listed = shown === null ? sorted : sorted.filter(({ status }) => status === shown);
  const withHost = shown !== null && host_status === shown;
  return (
    <section aria-labelledby="guests" className={styles.section}>
      <SectionHeading id="guests" actions={action}>
        Invited Friends ({invites.length})
      </SectionHeading>
      <div role="group" aria-label="Show only" className={styles.counts}>
        {COUNTED.map((status) => (
          <button
            key={status}
            type="button"
            className={styles.count}
            aria-pressed={shown === status}
            onClick={() => setShown(shown === status ? null : status)}
          >
            {countOf(event, status)} {COUNTED_AS[status]}
          </button>
        ))}
      </div>
      {shown === null && invites.length === 0 ? (
        <p className={styles.empty}>No friends have been invited yet.</p>
      ) : withHost || listed.length > 0 ? (
        <ul className={styles.list}>
          {withHost && <Guest user={host} status={host_status} isViewer={host.id === viewerId} note="Host" />}
          {listed.map((invite) => (
            <Guest
              key={invite.user.id}
              user={invite.user}
              status={invite.status}
              isViewer={invite.user.id === viewerId}
              note={invite.is_co_host ? 'Co-host' : null}
              actions={
                event.permissions.remove_guests && (
                  <GuestActions eventId={event.id} invite={invite} permissions={event.permissions} />
                )
              }
            />
          ))}
        </ul>
      ) : (
        <p className={styles.empty}>Nobody at the moment.</p>
      )}
      {event.permissions.remove_guests && <RemovedGuests eventId={event.id} count={event.removed_count} />}
    </section>
  );
}

const countOf = ({ going_count, other_counts }: Props['event'], status: InviteStatus): number =>
  status === 'accepted' ? going_count : (other_counts?.[status] ?? 0);

type GuestProps = Pick<EventInvite, 'user' | 'status'> & {
  isViewer: boolean;
  note: string | null;
  actions?: ReactNode;
};

function Guest({ user, status, isViewer, note, actions }: GuestProps) {
  return (
    <li className={styles.item}>
      <Link
        to={isViewer ? '/profile' : `/profile/${user.id}`}
        state={{ person: user }}
        className={styles.guest}
      >
        <Avatar id={user.id} name={user.name} image={user.image} size={40} />
        <span className={styles.name}>
          <bdi>{user.name || NO_NAME}</bdi>
          {isViewer && <span className={styles.you}> (you)</span>}
          <GuestMark of={user} />
          {note !== null && <span className={styles.note}>{note}</span>}
        </span>
        <StatusChip status={status} />
      </Link>
      {actions}
    </li>
  );
}
