import type { ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import type { FriendState } from '#web/live/live-friends.ts';
import styles from './face.module.css';

/** A friend's picture with the ring it has on the map. The state is next to it in words. */
export function Face({ state, children }: { state: FriendState; children: ReactNode }) {
  return <span className={cx(styles.face, styles[state])}>{children}</span>;
}
