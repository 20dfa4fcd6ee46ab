import type { PlottedEvent } from './map-event.ts';

export type FannedEvent = PlottedEvent & {
  /** In px, so that events at one place can all be pressed. */
  offset: readonly [x: number, y: number];
};

const RADIUS_MIN_PX = 20;
/** Room each marker of a ring takes up on it. */
const ARC_PX = 26;
/** About one metre: nearer than that is the same place. */
const STEPS_PER_DEGREE = 100_000;
/** More steps than there are around the globe. */
const ROW = 1_000 * STEPS_PER_DEGREE;
const ON_ITS_POINT = [0, 0] as const;

/** Arranges events at the same place in a ring. A single event stays at its point. */
export function fanOut(events: readonly PlottedEvent[]): FannedEvent[] {
  // A number, because string keys are slow for a hundred thousand events.
  const keys = events.map(
    ({ point }) =>
      Math.round(point.latitude * STEPS_PER_DEGREE) * ROW + Math.round(point.longitude * STEPS_PER_DEGREE),
  );
  const sizes = new Map<number, number>();
  for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  const placed = new Map<number, number>();
  return events.map(({ event, point }, index) => {
    const key = keys[index] ?? 0;
    const size = sizes.get(key) ?? 1;
    if (size === 1) return { event, point, offset: ON_ITS_POINT };
    const place = placed.get(key) ?? 0;
    placed.set(key, place + 1);
    return { event, point, offset: onRing(place, size) };
  });
}

function onRing(place: number, size: number): readonly [number, number] {
  const radius = Math.max(RADIUS_MIN_PX, (size * ARC_PX) / (2 * Math.PI));
  const angle = (2 * Math.PI * place) / size - Math.PI;
  return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))];
}
