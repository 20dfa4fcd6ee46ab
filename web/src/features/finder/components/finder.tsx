import { ArrowLeft, Map as MapIcon, ScanEye, Lightbulb } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useFocusOnArrival } from '#web/lib/navigation/focus-on-arrival.ts';
import { accuracyText, bearingAndDistance, type Spot } from '#web/lib/geo/bearing-and-distance.ts';
import { useWakeLock } from '#web/lib/device/wake-lock.ts';
import type { Fix } from '#web/live/own-position.ts';
import { useLightBeacon } from '#web/live/light-beacon.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/finder.tsx';
import { aroundText, bigDistance, isAround, stepsPassed } from '../finding.ts';
import { freshnessText, type FinderTarget } from '../finder-target.ts';
import { useCourse } from '../use-course.ts';
import { useStepVibration } from '../use-step-vibration.ts';
import styles from './finder.module.css';
import { HeadingHint } from './heading-hint.tsx';
import { Sign } from './sign.tsx';
import { SpokenWay } from './spoken-way.tsx';

type Props = {
  eventId: number;
  target: FinderTarget & { spot: Spot };
  own: Fix;
  /** The device has no position; `own` is its last one. */
  isOwnLost: boolean;
  /** Server's clock. */
  nowMs: number;
  map: ReactNode;
};

/** Source: FIND-01. */
export function Finder({ eventId, target, own, isOwnLost, nowMs, map }: Props) {
  const way = bearingAndDistance(own, target.spot);
  const [around, setAround] = useState(false);
  const isNowAround = isAround(way, around);
  if (isNowAround !== around) setAround(isNowAround);
  const isLastSeen = target.state === 'last_seen';
  const isOld = isOwnLost || isLastSeen;
  useCourse(own);
  useWakeLock();
  useStepVibration(isOld ? 0 : stepsPassed(way, isNowAround));
  const tone = isOld ? 'old' : isNowAround ? 'around' : 'pointing';
  return (
    <section className={styles.finder} data-tone={tone} aria-label={texts.finderForName(target.name)}>
      <Top eventId={eventId} target={target} nowMs={nowMs} />
      {isNowAround ? (
        <div className={styles.sign}>
          <div className={styles.around} aria-hidden="true">
            <i />
            <i />
            <i />
          </div>
        </div>
      ) : (
        <Sign way={way} name={target.name} isOld={isOld} map={map} />
      )}
      <div className={styles.figures}>
        {isNowAround ? (
          <Around text={aroundText(way)} />
        ) : (
          <Distance metres={way.distanceM} accuracyM={way.combinedM} />
        )}
        <HeadingHint isOwnLost={isOwnLost} />
      </div>
      {/* No direction is said from where this phone was; the hint says why. */}
      {isOwnLost ? null : (
        <SpokenWay name={target.name} way={way} around={isNowAround} isOld={isLastSeen} nowMs={nowMs} />
      )}
      <Actions eventId={eventId} target={target} />
    </section>
  );
}

function Top({ eventId, target, nowMs }: Pick<Props, 'eventId' | 'target' | 'nowMs'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnArrival(heading);
  return (
    <header className={styles.top}>
      <Link
        to={`/event/${eventId}/live`}
        className={styles.back}
        aria-label={recurring.backToTheLiveMap}
        title={recurring.backToTheLiveMap}
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      {target.image === undefined ? null : (
        <Avatar id={target.id} name={target.name} image={target.image} size={40} />
      )}
      <div className={styles.who}>
        <h1 ref={heading} tabIndex={-1} className={styles.name}>
          {target.name}
        </h1>
        <p className={styles.age}>{freshnessText(target, nowMs)}</p>
      </div>
    </header>
  );
}

function Distance({ metres, accuracyM }: { metres: number; accuracyM: number }) {
  const { value, unit } = bigDistance(metres);
  const characters = value.length + unit.length;
  return (
    <>
      <p
        className={styles.number}
        data-long={characters > 4 || undefined}
        data-longest={characters > 6 || undefined}
      >
        {value}
        <span className={styles.unit}> {unit}</span>
      </p>
      <p className={styles.accuracy}>± {accuracyText(accuracyM)}</p>
    </>
  );
}

/** Keeps "15 m." on one line. */
function Around({ text }: { text: string }) {
  const [before = text, figure, after] = text.split(/(\d+ m\.)/);
  return (
    <p className={styles.aroundText}>
      {before}
      <span className={styles.together}>{figure}</span>
      {after}
    </p>
  );
}

function Actions({ eventId, target }: Pick<Props, 'eventId' | 'target'>) {
  const { lightUp, isSending } = useLightBeacon(eventId, showNotice);
  return (
    <div className={styles.actions}>
      {target.state === 'pin' ? null : (
        <button
          type="button"
          className={styles.action}
          aria-disabled={isSending || undefined}
          onClick={() => isSending || lightUp(target.id)}
        >
          <Lightbulb aria-hidden="true" />
          {texts.beacon}
        </button>
      )}
      <Link to={`/event/${eventId}/ar`} className={styles.action}>
        <ScanEye aria-hidden="true" />
        {recurring.arView}
      </Link>
      <Link to={`/event/${eventId}/live`} className={styles.action}>
        <MapIcon aria-hidden="true" />
        {texts.map}
      </Link>
    </div>
  );
}
