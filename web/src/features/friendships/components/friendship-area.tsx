import { personName, type UserProfile } from '@hereabouts/contract/users';
import { CalendarPlus, Navigation, UserRoundPlus } from 'lucide-react';
import { useEffect, useRef, type Ref, type RefObject } from 'react';
import { formatDate } from '#web/lib/time/dates.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/friendships.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { useFriendshipAction } from '../friendship-actions.ts';
import { LazyUnfriendDialog } from './lazy-unfriend-dialog.tsx';
import styles from './friendship-area.module.css';

export type FriendshipAreaProps = {
  user: UserProfile;
  onInvite: () => void;
  /** The page holds this, because its menu opens the dialog too. */
  isUnfriending: boolean;
  onUnfriend: () => void;
  onAsked: () => void;
};

/** Source: USER-04 to USER-07, CONT-13. */
export function FriendshipArea({ user, onInvite, isUnfriending, onUnfriend, onAsked }: FriendshipAreaProps) {
  const action = useFriendshipAction('user');
  const { id: userId, friendship_id: friendshipId } = user;
  const name = personName(user);
  const busy = action.isPending;
  const pending = action.isPending ? action.variables.kind : null;
  const area = useFocusOnChange(user.relationship);

  if (user.relationship === 'not_connected' || friendshipId === null) {
    return (
      <div ref={area} className={styles.area}>
        {user.in_common && <InCommon {...user.in_common} />}
        <Button
          key="send"
          wide
          icon={<UserRoundPlus aria-hidden="true" />}
          busy={busy}
          onClick={() => action.mutate({ kind: 'send', userId })}
        >
          {texts.sendFriendRequest}
        </Button>
      </div>
    );
  }
  if (user.relationship === 'request_sent') {
    return (
      <div ref={area} className={styles.area}>
        <p className={styles.text} tabIndex={-1}>
          {texts.friendRequestSent}
        </p>
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => action.mutate({ kind: 'cancel', userId, friendshipId })}
        >
          {texts.cancelRequest}
        </Button>
      </div>
    );
  }
  if (user.relationship === 'request_received') {
    return (
      <div ref={area} className={styles.area}>
        <p className={styles.text} tabIndex={-1}>
          {texts.nameSentYouAFriendRequest(name)}
        </p>
        {user.cannot_accept !== true && (
          <Button
            busy={pending === 'accept'}
            locked={busy}
            onClick={() => action.mutate({ kind: 'accept', userId, friendshipId })}
          >
            {texts.accept}
          </Button>
        )}
        <Button
          variant="secondary"
          busy={pending === 'decline'}
          locked={busy}
          onClick={() => action.mutate({ kind: 'decline', userId, friendshipId })}
        >
          {texts.decline}
        </Button>
      </div>
    );
  }
  return (
    <Friends
      ref={area}
      user={user}
      busy={busy}
      onInvite={onInvite}
      isUnfriending={isUnfriending}
      onUnfriend={onUnfriend}
      onAsked={onAsked}
      onRemove={() => action.mutate({ kind: 'unfriend', userId, friendshipId })}
    />
  );
}

/** Moves the focus of the button that was pressed and is gone to the element that shows `relationship`. */
function useFocusOnChange(relationship: UserProfile['relationship']): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const shown = useRef(relationship);
  useEffect(() => {
    if (shown.current === relationship) return;
    shown.current = relationship;
    if (document.activeElement === document.body)
      (area.current?.querySelector('p') ?? area.current?.querySelector('button'))?.focus();
  }, [relationship]);
  return area;
}

type FriendsProps = FriendshipAreaProps & {
  ref: Ref<HTMLDivElement>;
  busy: boolean;
  onRemove: () => void;
};

function Friends({ ref, user, busy, onInvite, isUnfriending, onUnfriend, onAsked, onRemove }: FriendsProps) {
  return (
    <div ref={ref} className={styles.friend}>
      <div className={styles.common}>
        {user.sharing_event_id !== null && (
          <ButtonLink
            size="small"
            to={`/event/${user.sharing_event_id}/find/${user.id}`}
            icon={<Navigation aria-hidden="true" />}
          >
            {recurring.find}
          </ButtonLink>
        )}
        <Button
          size="small"
          variant={user.sharing_event_id === null ? 'primary' : 'secondary'}
          icon={<CalendarPlus aria-hidden="true" />}
          onClick={onInvite}
        >
          {texts.inviteToAnEvent}
        </Button>
      </div>
      <div className={styles.foot}>
        {user.friendship_date !== null && (
          <p tabIndex={-1}>{texts.friendsSinceDate(formatDate(user.friendship_date))}</p>
        )}
        <Button variant="quiet" size="small" className={styles.last} busy={busy} onClick={onUnfriend}>
          {texts.unfriend}
        </Button>
      </div>
      <LazyUnfriendDialog
        open={isUnfriending}
        name={user.name}
        onCancel={onAsked}
        onConfirm={() => {
          onAsked();
          onRemove();
        }}
      />
    </div>
  );
}

/** In the words of Discover, the number set apart for the eye. */
function InCommon({ friends, events }: NonNullable<UserProfile['in_common']>) {
  const counts = [
    { count: friends, noun: 'friend' },
    { count: events, noun: 'event' },
  ].filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  return (
    <ul className={styles.counts}>
      {counts.map(({ count, noun }) => (
        <li key={noun}>
          <strong>{count}</strong> {texts.nounsInCommon(count, noun)}
        </li>
      ))}
    </ul>
  );
}
