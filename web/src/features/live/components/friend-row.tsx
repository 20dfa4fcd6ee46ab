import { NO_NAME } from '@hereabouts/contract/users';
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { cx } from '#web/lib/class-names.ts';
import type { FriendState } from '#web/live/live-friends.ts';
import type { ListedFriend } from '#web/live/friend-order.ts';
import { stateText, wayText } from '#web/live/live-texts.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import { Face } from './face.tsx';
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

/** A friend in words; pressed, it shows them on the map and what else can be done. */
export function FriendRow({ friend, nowMs, isRunning, isSelected, onSelect }: Props) {
  const { user, state, way } = friend;
  const words = stateText(friend, nowMs);
  // The ring says it to those who see it: in words only what is not as it should be.
  const isPlain = words === 'Live' && way !== null;
  return (
    <li className={styles.row}>
      <button
        type="button"
        id={rowId(user.id)}
        className={styles.head}
        aria-pressed={isSelected}
        onClick={() => onSelect(isSelected ? null : user.id)}
      >
        <Face state={isRunning ? state : 'not_sharing'}>
          <Avatar {...user} size={40} />
        </Face>
        <span className={styles.words}>
          <span className={styles.name}>{user.name || NO_NAME}</span>
          {isRunning &&
            (isPlain ? (
              <VisuallyHidden>{words}</VisuallyHidden>
            ) : (
              <span className={cx(styles.state, STATE_CLASS[state])}>{words}</span>
            ))}
          {way && <Way text={wayText(way)} />}
        </span>
        <ChevronRight className={styles.chevron} aria-hidden="true" />
      </button>
    </li>
  );
}

/** Breaks between distance and direction, not within "north-east". */
function Way({ text }: { text: string }) {
  return (
    <span className={styles.way}>
      {text.split(', ').map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ', '}
          <span className={styles.together}>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
