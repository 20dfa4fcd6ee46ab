import { useSyncExternalStore } from 'react';
import { compass } from '#web/lib/device/heading/use-heading.ts';
import * as texts from '#web/texts/finder.tsx';
import styles from './finder.module.css';

/** A less accurate compass gets a hint. */
const UNSURE_FROM_DEG = 25;

function hint(): string | null {
  const heading = compass.snapshot();
  if (heading.kind !== 'known') return null;
  if (heading.source === 'course') return texts.noCompassArrowFollowsWay;
  const isUnsure = (heading.accuracyDeg ?? 0) > UNSURE_FROM_DEG;
  return isUnsure ? texts.compassUnsure : null;
}

export function HeadingHint({ isOwnLost }: { isOwnLost: boolean }) {
  const ofCompass = useSyncExternalStore(compass.subscribe, hint);
  const text = isOwnLost ? texts.ownLocationLost : ofCompass;
  return (
    <p className={styles.hint} role="status">
      {text}
    </p>
  );
}
