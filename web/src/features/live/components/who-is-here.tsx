import { UsersRound } from 'lucide-react';
import type { ListedFriend } from '#web/live/friend-order.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FriendRow } from './friend-row.tsx';
import styles from './who-is-here.module.css';

type Props = {
  label: string;
  friends: readonly ListedFriend[];
  nowMs: number;
  isRunning: boolean;
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  eventId: number;
};

/** The same as the map, in words, nearest first. Source: LIVE-06. */
export function WhoIsHere({ label, friends, eventId, selectedId, ...row }: Props) {
  if (friends.length === 0) {
    return (
      <EmptyState
        icon={<UsersRound aria-hidden="true" />}
        title="None of your friends are taking part yet"
        action={
          <ButtonLink to={`/event/${eventId}`} variant="secondary">
            See who is invited
          </ButtonLink>
        }
      >
        Friends who answer Going or Maybe appear here.
      </EmptyState>
    );
  }
  return (
    <ul className={styles.list} aria-label={label}>
      {friends.map((friend) => (
        <FriendRow key={friend.user.id} friend={friend} isSelected={friend.user.id === selectedId} {...row} />
      ))}
    </ul>
  );
}
