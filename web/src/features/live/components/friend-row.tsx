import { NO_NAME } from '@hereabouts/contract/users';
import { ChevronDown } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import type { FriendState } from '#web/live/live-friends.ts';
import type { ListedFriend } from '#web/live/friend-order.ts';
import { stateText, wayText } from '#web/live/live-texts.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import type { LiveActions } from '../live-page.tsx';
import styles from './friend-row.module.css';

type Props = {
  friend: ListedFriend;
  nowMs: number;
  isRunning: boolean;
  isSelected: boolean;
  onSelect: (id: string | null) => void;
  renderActions: LiveActions['renderFriendActions'];
};

const STATE_CLASS: Record<FriendState, string | undefined> = {
  live: styles.live,
  approximate: styles.approximate,
  last_seen: styles.lastSeen,
  not_sharing: styles.notSharing,
};

/** A friend in words; pressed, it shows them on the map and what else can be done. */
export function FriendRow({ friend, nowMs, isRunning, isSelected, onSelect, renderActions }: Props) {
  const { user, state, way } = friend;
  const row = useRef<HTMLLIElement>(null);
  const name = user.name || NO_NAME;
  const panelId = `friend-${user.id}`;

  // Chosen on the map, the row may be out of sight.
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);

  return (
    <li ref={row} className={cx(styles.row, isSelected && styles.selected)}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isSelected}
        aria-controls={panelId}
        onClick={() => onSelect(isSelected ? null : user.id)}
      >
        <Avatar {...user} size={48} className={cx(state === 'last_seen' && styles.grey)} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          {isRunning && (
            <span className={cx(styles.state, STATE_CLASS[state])}>
              <span className={styles.dot} aria-hidden="true" />
              {stateText(friend, nowMs)}
            </span>
          )}
          {way && <Way text={wayText(way)} />}
        </span>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </button>
      <div id={panelId} className={styles.actions} hidden={!isSelected}>
        {isSelected && isRunning && renderActions?.(friend)}
        <Link to={`/profile/${user.id}`} className={styles.profile}>
          Profile
        </Link>
      </div>
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
