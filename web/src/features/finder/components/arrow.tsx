import { useEffect, useRef } from 'react';
import { turnDeg } from '#web/lib/geo/angles.ts';
import { compass } from '#web/lib/device/heading/use-heading.ts';
import styles from './arrow.module.css';

/** For those who prefer no motion the arrow steps instead of turning along. */
const STEP_DEG = 15;

type Props = {
  /** From north. */
  bearingDeg: number;
  /** The place it points at is old. */
  isFaded: boolean;
};

/** Follows the device without a render. */
export function Arrow({ bearingDeg, isFaded }: Props) {
  const arrow = useRef<SVGSVGElement>(null);
  /** Not cut to one turn, so that it never spins the long way round. */
  const shown = useRef<number | null>(null);

  useEffect(() => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    const point = () => {
      const heading = compass.snapshot();
      if (heading.kind !== 'known' || !arrow.current) return;
      let turn = turnDeg(heading.headingDeg, bearingDeg);
      if (calm.matches) turn = Math.round(turn / STEP_DEG) * STEP_DEG;
      const before = shown.current;
      shown.current = before === null ? turn : before + turnDeg(before, turn);
      arrow.current.style.transform = `rotate(${shown.current.toFixed(2)}deg)`;
    };
    point();
    return compass.subscribe(point);
  }, [bearingDeg]);

  return (
    <svg
      ref={arrow}
      className={styles.arrow}
      data-faded={isFaded || undefined}
      data-testid="finder-arrow"
      viewBox="0 0 200 200"
      aria-hidden="true"
    >
      {/* A deep notch: its front is plain from two metres, at any angle. It turns about its middle. */}
      <path
        transform="translate(0 -18)"
        d="M100 12 L171 173 Q174 181 166 178 L104 150 Q100 148.200 96 150 L34 178 Q26 181 29 173 Z"
      />
    </svg>
  );
}
