import { BEACON_COLOUR_WORDS } from '@hereabouts/contract/beacon';
import type { Beacon } from '@hereabouts/contract/live';
import { NO_NAME } from '@hereabouts/contract/users';
import { X, Lightbulb } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useWakeLock } from '#web/lib/device/wake-lock.ts';
import { closeBeacon } from '#web/live/beacon-store.ts';
import styles from './beacon-screen.module.css';

/** One steady colour from edge to edge, to be held up and seen in a crowd; it never blinks. */
export function BeaconScreen({ beacon }: { beacon: Beacon }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { user, is_mine: isMine, colour } = beacon;
  useWakeLock();
  // Before unmounting: a removed element cannot restore focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    // Above whatever else is open; closing gives the focus back to where it was.
    element?.showModal();
    return () => element?.close();
  }, []);
  const name = user.name || NO_NAME;
  const word = BEACON_COLOUR_WORDS[colour];
  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      style={{ backgroundColor: colour }}
      aria-label="Beacon"
      onCancel={closeBeacon}
    >
      <div className={styles.words}>
        <Lightbulb className={styles.icon} aria-hidden="true" />
        <div role="alert" className={styles.told}>
          <p className={styles.sentence}>{isMine ? 'You are lighting up.' : `${name} is lighting up.`}</p>{' '}
          <p className={styles.hint}>
            {isMine
              ? `${name} is looking for this ${word}. Hold your screen up.`
              : `Look for this ${word}. Hold yours up, too.`}
          </p>
        </div>
      </div>
      <button type="button" className={styles.close} onClick={closeBeacon}>
        <X aria-hidden="true" />
        Close
      </button>
    </dialog>
  );
}
