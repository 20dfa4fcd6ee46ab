import type { Flash } from '@hereabouts/contract/live';
import { NO_NAME } from '@hereabouts/contract/users';
import { X, Zap } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useWakeLock } from '#web/lib/device/wake-lock.ts';
import { closeFlash } from '#web/live/flash-store.ts';
import styles from './flash-screen.module.css';

/** One steady colour from edge to edge, to be held up and seen in a crowd; it never blinks. */
export function FlashScreen({ flash }: { flash: Flash }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { user, is_mine: isMine, colour } = flash;
  useWakeLock();
  // Before unmounting: a removed element cannot restore focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    // Above whatever else is open; closing gives the focus back to where it was.
    element?.showModal();
    return () => element?.close();
  }, []);
  const name = user.name || NO_NAME;
  return (
    <dialog
      ref={dialog}
      className={styles.screen}
      style={{ backgroundColor: colour }}
      aria-label="Flash"
      onCancel={closeFlash}
    >
      <div className={styles.words}>
        <Zap className={styles.icon} aria-hidden="true" />
        <p role="alert" className={styles.sentence}>
          {isMine ? `You flash ${name}` : `${name} flashes you`}
        </p>
        <p className={styles.hint}>
          {isMine
            ? 'Their screen has this colour, too.'
            : 'Look for a screen of this colour, and hold yours up.'}
        </p>
      </div>
      <button type="button" className={styles.close} onClick={closeFlash}>
        <X aria-hidden="true" />
        Close
      </button>
    </dialog>
  );
}
