import { UsersRound } from 'lucide-react';
import type { ListedFriend } from '#web/live/friend-order.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import * as texts from '#web/texts/live.tsx';
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

/** Nearest first. Source: LIVE-06. */
export function WhoIsHere({ label, friends, eventId, selectedId, ...row }: Props) {
  if (friends.length === 0) {
    return (
      <EmptyState
        compact
        icon={<UsersRound aria-hidden="true" />}
        title={texts.noFriendTakesPartYet}
        action={
          <ButtonLink to={`/event/${eventId}`} variant="secondary" size="small">
            {texts.seeWhoIsInvited}
          </ButtonLink>
        }
      >
        {texts.friendsAppearHere}
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
