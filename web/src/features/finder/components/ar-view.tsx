import { ArrowLeft, List } from 'lucide-react';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { useFocusOnArrival } from '#web/lib/navigation/focus-on-arrival.ts';
import { turnDeg } from '#web/lib/geo/angles.ts';
import { useWakeLock } from '#web/lib/device/wake-lock.ts';
import type { LiveEvent } from '#web/live/live-store.ts';
import { IconWords } from '#web/ui/text/icon-words.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/finder.tsx';
import { documentTitle } from '#web/texts/ui.tsx';
import { dragToDegrees, sightOf, type Size } from '../ar-layout.ts';
import { ArAlign } from './ar-align.tsx';
import { ArLabels } from './ar-labels.tsx';
import buttons from './ar-button.module.css';
import styles from './ar-view.module.css';

type Props = {
  eventId: number;
  live: LiveEvent;
  stream: MediaStream;
  /** How far everything is turned, for this visit; positive: to the right. */
  alignDeg: number;
  onAlign: (deg: number) => void;
};

const UNKNOWN_SIZE: Size = { width: 4, height: 3 };

export function ArView({ eventId, live, stream, alignDeg, onAlign }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [stage, size] = useSize();
  const [video, setVideo] = useState<Size>(UNKNOWN_SIZE);
  useFocusOnArrival(heading);
  useWakeLock();
  const sight = sightOf(video, size);
  const drag = useDrag((movedPx, startDeg) => {
    onAlign(turnDeg(0, startDeg + dragToDegrees(movedPx, { screen: size, sight })));
  }, alignDeg);
  return (
    <section className={styles.view} aria-label={recurring.arView}>
      <title>{documentTitle(recurring.arView)}</title>
      <div ref={stage} className={styles.stage} {...drag} data-testid="ar-stage">
        <Picture stream={stream} onSize={setVideo} />
        <ArLabels eventId={eventId} live={live} screen={size} sight={sight} alignDeg={alignDeg} />
      </div>
      <header className={styles.top}>
        <Link
          to={`/event/${eventId}/live`}
          className={buttons.round}
          aria-label={recurring.backToTheLiveMap}
          title={recurring.backToTheLiveMap}
        >
          <ArrowLeft aria-hidden="true" />
        </Link>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {live.page.event.title}
        </h1>
        <Link to={`/event/${eventId}/live`} className={cx(buttons.pill, styles.list)} title={texts.whosHere}>
          <List aria-hidden="true" />
          <IconWords hiddenOn="phone">{texts.whosHere}</IconWords>
        </Link>
      </header>
      <p className={styles.lost} role="status">
        {live.own.status === 'found' ? null : texts.ownLocationLost}
      </p>
      <ArAlign alignDeg={alignDeg} onAlign={onAlign} />
    </section>
  );
}

function Picture({ stream, onSize }: { stream: MediaStream; onSize: (size: Size) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return (
    <video
      ref={video}
      className={styles.picture}
      autoPlay
      muted
      playsInline
      aria-hidden="true"
      // Fired again when the device is turned.
      onResize={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
        if (width > 0) onSize({ width, height });
      }}
    />
  );
}

function useSize(): [React.RefObject<HTMLDivElement | null>, Size] {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: innerWidth, height: innerHeight });
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}

/** A slide over the picture, from the alignment at its beginning. */
function useDrag(onMove: (movedPx: number, startDeg: number) => void, alignDeg: number) {
  const start = useRef<{ x: number; deg: number } | null>(null);
  const end = () => {
    start.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!event.isPrimary || (event.target as Element).closest('a, button')) return;
      start.current = { x: event.clientX, deg: alignDeg };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current && event.isPrimary) onMove(event.clientX - start.current.x, start.current.deg);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
