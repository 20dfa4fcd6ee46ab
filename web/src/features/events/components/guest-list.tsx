import type { EventDetail, EventInvite } from '@hereabouts/contract/events';
import type { InviteStatus } from '@hereabouts/contract/invite-status';
import { personName } from '@hereabouts/contract/users';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { StatusChip } from '#web/ui/indicators/status-chip.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { GuestActions } from './guest-actions.tsx';
import { GuestMark } from '#web/ui/text/guest-mark.tsx';
import { RemovedGuests } from './removed-guests.tsx';
import styles from './guest-list.module.css';

/** Waiting is counted and shown apart from the other pending answers. */
type Shown = InviteStatus | 'waiting';
const shownAs = ({ status, is_waiting }: Pick<EventInvite, 'status' | 'is_waiting'>): Shown =>
  is_waiting ? 'waiting' : status;
const ORDER: readonly Shown[] = ['accepted', 'waiting', 'tentative', 'pending', 'declined'];

/** As the counts name the answers (HOST-01). */
const COUNTED_AS: Record<Shown, string> = {
  accepted: 'going',
  tentative: 'maybe',
  declined: texts.notGoing,
  pending: 'pending',
  waiting: 'waiting',
};
const COUNTED: readonly Shown[] = ['accepted', 'tentative', 'declined', 'pending', 'waiting'];

/** A longer list is folded to `FEW`. */
const FOLDED_ABOVE = 12;
const FEW = 8;

export const GUESTS_ID = 'guests';
const focusHeading = (options?: FocusOptions) => document.getElementById(GUESTS_ID)?.focus(options);

const RemoveGuestDialog = lazyDialog(() =>
  import('./remove-guest-dialog.tsx').then((module) => module.RemoveGuestDialog),
);

const Places = ({ of: { places } }: { of: EventDetail }) =>
  places === null ? null : (
    <span className={styles.summary}>{places === 1 ? texts.onePlace : texts.placesCount(places)}</span>
  );

type Props = { event: EventDetail; viewerId: string };

/** The whole list is without the creator; those with one answer include the creator, because the counts do. Source: EVD-08,
 * EVD-13, HOST-01. */
export function GuestList({ event, viewerId }: Props) {
  const { host, invites } = event;
  const [shown, setShown] = useState<Shown | null>(null);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const [removal, setRemoval] = useState<{ user: EventInvite['user']; isAsked: boolean } | null>(null);
  const sorted = useMemo(
    () => invites.toSorted((a, b) => ORDER.indexOf(shownAs(a)) - ORDER.indexOf(shownAs(b))),
    [invites],
  );
  const listed = shown === null ? sorted : sorted.filter((invite) => shownAs(invite) === shown);
  const hostSeat =
    event.host_status === null
      ? null
      : { status: event.host_status, brings: event.host_brings, is_waiting: event.host_is_waiting };
  const listedHost = shown !== null && hostSeat !== null && shownAs(hostSeat) === shown ? hostSeat : null;
  const few = isUnfolded || listed.length <= FOLDED_ABOVE ? listed : fewOf(listed, viewerId);
  const showAll = () => {
    const firstMore = listed.findIndex((invite, index) => invite !== few[index]);
    flushSync(() => setIsUnfolded(true));
    const row = list.current?.children[firstMore + (listedHost ? 1 : 0)];
    row?.querySelector('a')?.focus({ preventScroll: true });
  };
  const counted = COUNTED.filter((status) => countOf(event, status) > 0 || status === shown);
  return (
    <section aria-labelledby={GUESTS_ID} className={styles.section}>
      <SectionHeading id={GUESTS_ID} focusable actions={<Places of={event} />}>
        {texts.invitedFriends(invites.length)}
      </SectionHeading>
      {counted.length > 0 && (
        <div role="group" aria-label={texts.showOnly} className={styles.counts}>
          {counted.map((status) => (
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
      )}
      {shown === null && invites.length === 0 ? (
        <p className={styles.empty}>{texts.noFriendsHaveBeenInvitedYet}</p>
      ) : listedHost !== null || listed.length > 0 ? (
        <ul ref={list} className={cx(styles.list, event.is_cancelled && styles.past)}>
          {listedHost && (
            <Guest user={host} seat={listedHost} isViewer={host.id === viewerId} note={texts.host} />
          )}
          {few.map((invite) => (
            <Guest
              key={invite.user.id}
              user={invite.user}
              seat={invite}
              isViewer={invite.user.id === viewerId}
              note={invite.is_co_host ? 'Co-host' : null}
              actions={
                event.permissions.remove_guests && (
                  <GuestActions
                    eventId={event.id}
                    invite={invite}
                    permissions={event.permissions}
                    onRemove={() => setRemoval({ user: invite.user, isAsked: true })}
                  />
                )
              }
            />
          ))}
        </ul>
      ) : (
        <p className={styles.empty}>{texts.nobodyAtTheMoment}</p>
      )}
      {few.length < listed.length && (
        <Button variant="secondary" className={styles.all} onClick={showAll}>
          {texts.showAllGuests(listed.length)}
        </Button>
      )}
      {event.permissions.remove_guests && (
        <RemovedGuests eventId={event.id} count={event.removed_count} onLostFocus={focusHeading} />
      )}
      {removal && (
        <RemoveGuestDialog
          key={removal.user.id}
          open={removal.isAsked}
          event={event}
          user={removal.user}
          onClose={() => setRemoval({ ...removal, isAsked: false })}
          onClosed={() => {
            // The row that the dialog was opened from may have left before it.
            if (!invites.some(({ user }) => user.id === removal.user.id)) focusHeading();
          }}
        />
      )}
    </section>
  );
}

/** The first, and the viewer if they are further down. */
function fewOf(invites: readonly EventInvite[], viewerId: string): readonly EventInvite[] {
  const own = invites.findIndex(({ user }) => user.id === viewerId);
  const first = invites.slice(0, own < FEW ? FEW : FEW - 1);
  return own < FEW ? first : [...first, ...invites.slice(own, own + 1)];
}

const countOf = ({ going_count, other_counts }: Props['event'], status: Shown): number =>
  status === 'accepted' ? going_count : (other_counts?.[status] ?? 0);

type GuestProps = Pick<EventInvite, 'user'> & {
  seat: Pick<EventInvite, 'status' | 'brings' | 'is_waiting'>;
  isViewer: boolean;
  note: string | null;
  actions?: ReactNode;
};

function Guest({ user, seat, isViewer, note, actions }: GuestProps) {
  const row = useRef<HTMLLIElement>(null);
  // Also where a guest's link leads to another page, which must not scroll this one.
  useLostFocus(row, () => focusHeading({ preventScroll: true }));
  return (
    <li ref={row} className={styles.item}>
      <Link
        to={isViewer ? '/profile' : `/profile/${user.id}`}
        state={{ person: user }}
        className={styles.guest}
      >
        <Avatar id={user.id} name={user.name} image={user.image} size={40} />
        <span className={styles.words}>
          <span className={styles.name}>
            <bdi>{personName(user)}</bdi>
            {isViewer && <span className={styles.you}> {texts.youInBrackets}</span>}
            <GuestMark of={user} />
          </span>
          <span className={styles.seat}>
            <StatusChip status={shownAs(seat)} className={styles.status ?? ''} />
            {seat.brings > 0 && <span className={styles.brings}>+{seat.brings}</span>}
            {note !== null && <span>{note}</span>}
          </span>
        </span>
      </Link>
      {actions}
    </li>
  );
}
