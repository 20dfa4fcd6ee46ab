import { useSyncExternalStore } from 'react';
import { compass } from '#web/lib/device/heading/use-heading.ts';
import styles from './finder.module.css';

/** A compass further off than this is worth a word. */
const UNSURE_FROM_DEG = 25;

function hint(): string | null {
  const heading = compass.snapshot();
  if (heading.kind !== 'known') return null;
  if (heading.source === 'course') return 'No compass: the arrow follows the way you walk.';
  const isUnsure = (heading.accuracyDeg ?? 0) > UNSURE_FROM_DEG;
  return isUnsure ? 'The compass is unsure. Move the phone in a figure of eight.' : null;
}

/** How far to trust the arrow. */
export function HeadingHint({ isOwnLost }: { isOwnLost: boolean }) {
  const ofCompass = useSyncExternalStore(compass.subscribe, hint);
  const text = isOwnLost ? 'This phone has lost where it is: all this is from before.' : ofCompass;
  return (
    <p className={styles.hint} role="status">
      {text}
    </p>
  );
}
