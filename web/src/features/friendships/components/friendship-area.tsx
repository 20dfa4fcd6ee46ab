import { NO_NAME, type UserProfile } from '@hereabouts/contract/users';
import { useState } from 'react';
import { formatDate } from '#web/lib/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { useFriendshipAction } from '../friendship-actions.ts';
import { LazyUnfriendDialog } from './lazy-unfriend-dialog.tsx';
import styles from './friendship-area.module.css';

/** What the viewer and this person are to each other, and what can be done about it. Source: USER-04 to USER-07. */
export function FriendshipArea({ user }: { user: UserProfile }) {
  const action = useFriendshipAction();
  const [asking, setAsking] = useState(false);
  const { id: userId, friendship_id: friendshipId } = user;
  const name = user.name || NO_NAME;
  const busy = action.isPending;

  if (user.relationship === 'not_connected' || friendshipId === null) {
    return (
      <div className={styles.area}>
        <Button busy={busy} onClick={() => action.mutate({ kind: 'send', userId })}>
          Send Friend Request
        </Button>
      </div>
    );
  }
  const remove = () => action.mutate({ kind: 'remove', userId, friendshipId });
  if (user.relationship === 'request_sent') {
    return (
      <div className={styles.area}>
        <p className={styles.text}>Friend request sent</p>
        <Button variant="secondary" busy={busy} onClick={remove}>
          Cancel Request
        </Button>
      </div>
    );
  }
  if (user.relationship === 'request_received') {
    return (
      <div className={styles.area}>
        <p className={styles.text}>{name} sent you a friend request</p>
        <Button disabled={busy} onClick={() => action.mutate({ kind: 'accept', userId, friendshipId })}>
          Accept
        </Button>
        <Button variant="secondary" disabled={busy} onClick={remove}>
          Decline
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.area}>
      {user.friendship_date !== null && (
        <p className={styles.text}>Friends since {formatDate(user.friendship_date)}</p>
      )}
      <Button variant="secondary" busy={busy} onClick={() => setAsking(true)}>
        Unfriend
      </Button>
      <LazyUnfriendDialog
        open={asking}
        name={user.name}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove();
        }}
      />
    </div>
  );
}
