import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import type { FriendState, LiveFriend } from '#web/live/live-friends.ts';
import styles from './face.module.css';

/** `waiting`: shares, and no position has come yet; grey is for one that has become old. */
type FaceState = FriendState | 'waiting';

export function faceOf({ state, position }: LiveFriend, isRunning: boolean): FaceState {
  if (!isRunning) return 'not_sharing';
  return state === 'last_seen' && position === null ? 'waiting' : state;
}

/** With the ring of the map; the state is next to it in words. */
export function Face({ state, children }: { state: FaceState; children: ReactNode }) {
  return <span className={cx(styles.face, styles[state])}>{children}</span>;
}
