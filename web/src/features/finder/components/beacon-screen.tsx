import { BEACON_COLOUR_WORDS } from '@hereabouts/contract/beacon';
import type { Beacon } from '@hereabouts/contract/live';
import { personName } from '@hereabouts/contract/users';
import { X, Lightbulb } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useWakeLock } from '#web/lib/device/wake-lock.ts';
import { closeBeacon } from '#web/live/beacon-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/finder.tsx';
import styles from './beacon-screen.module.css';

/** One steady colour from edge to edge; it never blinks. */
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
  const name = personName(user);
  const word = BEACON_COLOUR_WORDS[colour];
  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      style={{ backgroundColor: colour }}
      aria-label={texts.beacon}
      onCancel={closeBeacon}
    >
      <div className={styles.words}>
        <Lightbulb className={styles.icon} aria-hidden="true" />
        <div role="alert" className={styles.told}>
          <p className={styles.sentence}>{isMine ? texts.youAreLightingUp : texts.nameIsLightingUp(name)}</p>{' '}
          <p className={styles.hint}>
            {isMine ? texts.ownBeaconHelp(name, word) : texts.friendBeaconHelp(word)}
          </p>
        </div>
      </div>
      <button type="button" className={styles.close} onClick={closeBeacon}>
        <X aria-hidden="true" />
        {recurring.close}
      </button>
    </dialog>
  );
}
