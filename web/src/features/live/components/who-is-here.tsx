import { UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedFriend } from '#web/live/friend-order.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import type { LiveActions } from '../live-page.tsx';
import { FriendRow } from './friend-row.tsx';
import styles from './who-is-here.module.css';

type Props = {
  friends: readonly ListedFriend[];
  nowMs: number;
  hasOwnPlace: boolean;
  isRunning: boolean;
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  renderActions: LiveActions['renderFriendActions'];
  eventId: number;
  /** Beside the heading. */
  actions: ReactNode;
};

/** The same as the map, in words, nearest first. Source: LIVE-06. */
export function WhoIsHere(props: Props) {
  const { friends, nowMs, hasOwnPlace, isRunning, selectedId, onSelect, renderActions, eventId } = props;
  const sharing = friends.filter(({ isSharing }) => isSharing).length;
  return (
    <section aria-labelledby="who-is-here" className={styles.section}>
      <SectionHeading id="who-is-here" actions={props.actions}>
        {isRunning ? "Who's here" : "Who's coming"}
      </SectionHeading>
      {friends.length === 0 ? (
        <EmptyState
          icon={<UsersRound aria-hidden="true" />}
          title="None of your friends take part yet"
          action={
            <ButtonLink to={`/event/${eventId}`} variant="secondary">
              See who is invited
            </ButtonLink>
          }
        >
          Friends who answer Going or Maybe appear here.
        </EmptyState>
      ) : (
        <>
          {isRunning && (
            <p className={styles.order}>
              {sharing === 0
                ? 'None of your friends is sharing right now.'
                : hasOwnPlace
                  ? `${sharing} of ${friends.length} sharing, nearest first.`
                  : `${sharing} of ${friends.length} sharing, by name: distances need your own location.`}
            </p>
          )}
          <ul className={styles.list}>
            {friends.map((friend) => (
              <FriendRow
                key={friend.user.id}
                friend={friend}
                nowMs={nowMs}
                isRunning={isRunning}
                isSelected={friend.user.id === selectedId}
                onSelect={onSelect}
                renderActions={renderActions}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
