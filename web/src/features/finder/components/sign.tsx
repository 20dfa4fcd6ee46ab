import { Compass } from 'lucide-react';
import type { ReactNode } from 'react';
import { compassWord } from '#web/lib/geo/geodesy.ts';
import type { BearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import { compass, useHeadingKind } from '#web/lib/device/heading/use-heading.ts';
import * as texts from '#web/texts/finder.tsx';
import { Arrow } from './arrow.tsx';
import styles from './finder.module.css';

type Props = {
  way: BearingAndDistance;
  name: string;
  isOld: boolean;
  map: ReactNode;
};

/** An arrow only where the heading is known, never a wrong one (FIND-01). */
export function Sign({ way, name, isOld, map }: Props) {
  const kind = useHeadingKind();
  switch (kind) {
    case 'known':
      return (
        <div className={styles.sign}>
          <Arrow bearingDeg={way.bearingDeg} isFaded={isOld} />
        </div>
      );
    case 'unasked':
      return (
        <div className={styles.note}>
          <p>{texts.arrowNeedsCompass}</p>
          <button type="button" className={styles.action} onClick={() => void compass.ask()}>
            <Compass aria-hidden="true" />
            {texts.turnOnTheCompass}
          </button>
        </div>
      );
    case 'denied':
    case 'none':
      return (
        <div className={styles.mapSign}>
          <p className={styles.noCompass}>
            {kind === 'none' ? texts.noCompassToPointWith : texts.motionAccessOffReopen}{' '}
            {texts.nameIsInDirection(name, <strong>{compassWord(way.bearingDeg)}</strong>)}
          </p>
          {map}
        </div>
      );
    case 'lost':
      return (
        <div className={styles.note} role="status">
          <Compass className={styles.noteIcon} aria-hidden="true" />
          <p>{texts.compassStopped}</p>
        </div>
      );
    case 'unknown':
    case 'searching':
      return (
        <div className={styles.note} role="status">
          <Compass className={styles.noteIcon} aria-hidden="true" />
          <p>{texts.findingYourCompass}</p>
        </div>
      );
  }
}
