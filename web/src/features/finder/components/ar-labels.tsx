import { ChevronLeft, ChevronRight, Flag } from 'lucide-react';
import { LIVE_STALE_AFTER_MS } from '@hereabouts/contract/live';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { normalDeg } from '#web/lib/geo/angles.ts';
import { useHeading } from '#web/lib/device/heading/use-heading.ts';
import { formatDistance } from '#web/lib/geo/geodesy.ts';
import { bearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { cx } from '#web/lib/class-names.ts';
import * as texts from '#web/texts/finder.tsx';
import { layoutLabels, type Placed, type Sight, type Size } from '../ar-layout.ts';
import { agoTextInSeconds, listTargets, type FinderTarget } from '../finder-target.ts';
import styles from './ar-labels.module.css';

type Props = { eventId: number; live: LiveEvent; screen: Size; sight: Sight; alignDeg: number };

/** Label size and what the controls take, in rem: they grow with the person's text size. */
const LABEL_REM: Size = { width: 17, height: 5 };
/** A large screen is looked at from further away. */
const LARGE_SCREEN_PX = 1_000;
const LARGE = 1.35;
const INSETS_REM = { top: 4.5, bottom: 6 };
/** People out of view are listed above the controls: in reach of a thumb, clear of labels. */
const EDGE_ROW_REM = 3.5;
const EDGE_MAX = 3;
/** On a lower screen one row is all that leaves room for the picture. */
const LOW_SCREEN_REM = 30;

/** Half the width of the mark on the horizon. */
const TICK_PX = 16;

type Seen = FinderTarget & { distanceM: number; isOld: boolean };

export function ArLabels({ eventId, live, screen, sight, alignDeg }: Props) {
  const heading = useHeading();
  const own = live.own.fix;
  const isOwnLost = live.own.status !== 'found';
  const seen = new Map<string, Seen>();
  const targets = listTargets(live).flatMap((target) => {
    if (target.spot === null || own === null) return [];
    const way = bearingAndDistance(own, target.spot);
    const isOld = isOwnLost || target.state === 'last_seen';
    seen.set(target.id, { ...target, distanceM: way.distanceM, isOld });
    return [{ id: target.id, ...way }];
  });
  if (targets.length === 0) {
    return <Message eventId={eventId} text={texts.noFriendIsSharing} />;
  }
  if (heading.kind !== 'known') {
    return <Message eventId={eventId} text={texts.compassStopped} />;
  }
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const scale = screen.width >= LARGE_SCREEN_PX ? LARGE : 1;
  const label: Size = {
    width: Math.min(LABEL_REM.width * scale * rem, screen.width - 32),
    height: LABEL_REM.height * scale * rem,
  };
  const edgeRows = screen.height < LOW_SCREEN_REM * rem ? 1 : EDGE_MAX;
  const edgeRem = edgeRows * EDGE_ROW_REM + 2;
  const layout = layoutLabels(targets, {
    screen,
    sight,
    cameraDeg: normalDeg(heading.cameraDeg - alignDeg),
    pitchDeg: heading.pitchDeg,
    rollDeg: heading.rollDeg,
    label,
    insets: { top: INSETS_REM.top * rem, bottom: (INSETS_REM.bottom + edgeRem) * rem },
  });
  return (
    <div className={styles.labels} style={{ '--label-scale': scale } as CSSProperties}>
      <Stems placed={layout.placed} heightPx={label.height} />
      {layout.placed.map((placed) => (
        <Label
          key={placed.id}
          eventId={eventId}
          placed={placed}
          seen={seen.get(placed.id)!}
          nowMs={live.nowMs}
        />
      ))}
      {(['left', 'right'] as const).map((side) => (
        <Edge
          key={side}
          side={side}
          rows={edgeRows}
          eventId={eventId}
          seen={layout[side].map(({ id }) => seen.get(id)!)}
          nowMs={live.nowMs}
        />
      ))}
    </div>
  );
}

function Message({ eventId, text }: { eventId: number; text: string }) {
  return (
    <div className={styles.message}>
      <p role="status">{text}</p>
      <Link to={`/event/${eventId}/live`}>{texts.openTheLiveMap}</Link>
    </div>
  );
}

function Face({ seen: { id, name, image, state }, size }: { seen: Seen; size: 32 | 48 }) {
  if (state !== 'pin') return <Avatar id={id} name={name} image={image ?? null} size={size} />;
  return (
    <span className={styles.pin} data-size={size}>
      <Flag aria-hidden="true" />
    </span>
  );
}

type LabelProps = { eventId: number; placed: Placed; seen: Seen; nowMs: number };

function Label({ eventId, placed, seen, nowMs }: LabelProps) {
  const { labelX, labelY, layer } = placed;
  return (
    <Link
      to={`/event/${eventId}/find/${seen.id}`}
      className={cx(styles.label, seen.isOld && styles.old)}
      style={{
        transform: `translate(${labelX.toFixed(1)}px, ${labelY.toFixed(1)}px) translateX(-50%)`,
        zIndex: layer,
      }}
      draggable={false}
      data-testid="ar-label"
    >
      <Face seen={seen} size={48} />
      <span className={styles.words}>
        <span className={styles.name}>{seen.name}</span>
        <Far seen={seen} nowMs={nowMs} />
      </span>
    </Link>
  );
}

function noteOf({ state, fixedAtMs }: Seen, nowMs: number): string | null {
  if (state === 'approximate') return 'approximate';
  if (fixedAtMs === null) return null;
  const isOld = state === 'last_seen' || nowMs - fixedAtMs >= LIVE_STALE_AFTER_MS;
  return isOld ? agoTextInSeconds(nowMs - fixedAtMs) : null;
}

function Far({ seen, nowMs }: { seen: Seen; nowMs: number }) {
  const note = noteOf(seen, nowMs);
  return (
    <span className={styles.far}>
      {formatDistance(seen.distanceM)}
      {note === null ? null : (
        <>
          <span className={styles.dot}> · </span>
          <span className={styles.note}>{note}</span>
        </>
      )}
    </span>
  );
}

type StemsProps = { placed: readonly Placed[]; heightPx: number };

function Stems({ placed, heightPx }: StemsProps) {
  return (
    <svg className={styles.stems} aria-hidden="true">
      {placed.map(({ id, x, y, labelX, labelY }) => {
        const isAbove = labelY + heightPx <= y;
        return (
          <g key={id}>
            <line x1={labelX} y1={isAbove ? labelY + heightPx : labelY} x2={x} y2={y} />
            <line x1={x - TICK_PX} y1={y} x2={x + TICK_PX} y2={y} />
            <circle cx={x} cy={y} r="6" />
          </g>
        );
      })}
    </svg>
  );
}

type EdgeProps = {
  side: 'left' | 'right';
  rows: number;
  eventId: number;
  seen: readonly Seen[];
  nowMs: number;
};

function Edge({ side, rows, eventId, seen, nowMs }: EdgeProps) {
  if (seen.length === 0) return null;
  const Chevron = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <ul
      className={cx(styles.edge, styles[side])}
      aria-label={side === 'left' ? texts.toTheLeft : texts.toTheRight}
    >
      {seen.slice(0, rows).map((each) => (
        <li key={each.id}>
          <Link
            to={`/event/${eventId}/find/${each.id}`}
            className={cx(styles.chip, each.isOld && styles.old)}
            draggable={false}
            data-testid={`ar-${side}`}
          >
            <Chevron className={styles.chevron} aria-hidden="true" />
            <Face seen={each} size={32} />
            <span className={styles.chipWords}>
              <span className={styles.chipName}>{each.name}</span>
              <Far seen={each} nowMs={nowMs} />
            </span>
          </Link>
        </li>
      ))}
      {seen.length > rows ? <li className={styles.more}>{`+${seen.length - rows}`}</li> : null}
    </ul>
  );
}
