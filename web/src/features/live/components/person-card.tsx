import { personName } from '@hereabouts/contract/users';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ListedFriend } from '#web/live/friend-order.ts';
import { stateText, wayParts } from '#web/live/live-texts.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/live.tsx';
import type { LiveActions } from '../live-page.tsx';
import { Face, faceOf } from './face.tsx';
import styles from './person-card.module.css';

type Props = {
  friend: ListedFriend;
  nowMs: number;
  isRunning: boolean;
  onClose: () => void;
  renderActions: LiveActions['renderFriendActions'];
};

/** Source: LIVE-14. */
export function PersonCard({ friend, nowMs, isRunning, onClose, renderActions }: Props) {
  const { user, state, way } = friend;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const close = useEffectEvent(() => onClose());
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      // What is open above the page closes first.
      const isBehind = document.querySelector('dialog[open], [role$="dialog"]') !== null;
      if (key === 'Escape' && !defaultPrevented && !isBehind) close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const name = personName(user);
  const parts = way && wayParts(way);
  return (
    <div role="group" aria-label={name} className={styles.card}>
      <div className={styles.who}>
        <Face state={faceOf(friend, isRunning)}>
          <Avatar {...user} size={64} />
        </Face>
        <div className={styles.words}>
          <h2 ref={heading} tabIndex={-1} className={styles.name}>
            {name}
          </h2>
          {parts && (
            <p className={styles.way}>
              {parts.distance !== null && <span className={styles.distance}>{parts.distance} </span>}
              {parts.rest}
            </p>
          )}
          {isRunning && (
            <p className={styles.state} data-state={state}>
              {stateText(friend, nowMs)}
            </p>
          )}
        </div>
        <IconButton label={texts.backToTheList} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      <div className={styles.actions}>
        {isRunning && renderActions?.(friend)}
        <ButtonLink to={`/profile/${user.id}`} variant="secondary" size="small">
          {recurring.profile}
        </ButtonLink>
      </div>
    </div>
  );
}
