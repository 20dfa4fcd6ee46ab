import { personName } from '@hereabouts/contract/users';
import { cx } from '#web/lib/class-names.ts';
import type { FriendState } from '#web/live/live-friends.ts';
import type { ListedFriend } from '#web/live/friend-order.ts';
import { stateText, wayParts } from '#web/live/live-texts.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { Face, faceOf } from './face.tsx';
import styles from './friend-row.module.css';

type Props = {
  friend: ListedFriend;
  nowMs: number;
  isRunning: boolean;
  isSelected: boolean;
  onSelect: (id: string | null) => void;
};

const STATE_CLASS: Record<FriendState, string | undefined> = {
  live: styles.live,
  approximate: styles.approximate,
  last_seen: styles.lastSeen,
  not_sharing: styles.notSharing,
};

export const rowId = (userId: string): string => `friend-${userId}`;

/** While selected, the card has these words. */
export function FriendRow({ friend, nowMs, isRunning, isSelected, onSelect }: Props) {
  const { user, state, way } = friend;
  const words = stateText(friend, nowMs);
  // The ring says it to those who see it: in words only what is not as it should be.
  const isPlain = words === 'Live' && way !== null;
  const name = personName(user);
  const parts = way && wayParts(way);
  return (
    <li className={cx(styles.row, isRunning && state === 'not_sharing' && styles.low)} hidden={isSelected}>
      <button
        type="button"
        id={rowId(user.id)}
        className={styles.head}
        aria-pressed={isSelected}
        onClick={() => onSelect(user.id)}
      >
        <Face state={faceOf(friend, isRunning)}>
          <Avatar {...user} size={40} />
        </Face>
        <span className={cx(styles.words, parts?.distance && styles.measured)}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          {(isRunning || way) && (
            <span className={styles.line}>
              {isRunning &&
                (isPlain ? (
                  <VisuallyHidden>{words}</VisuallyHidden>
                ) : (
                  <span className={cx(styles.state, STATE_CLASS[state])}>{words}</span>
                ))}
              {parts && (
                <span className={styles.way}>
                  {parts.distance !== null && (
                    <span className={styles.distance} data-distance="">
                      {parts.distance}{' '}
                    </span>
                  )}
                  <span className={styles.rest}>{parts.rest}</span>
                </span>
              )}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
