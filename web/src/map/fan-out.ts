import type { PlottedEvent } from './map-event.ts';

export type FannedEvent = PlottedEvent & {
  /** How far the marker stands from its point, in pixels, so that events at one place can all be reached. */
  offset: readonly [x: number, y: number];
};

const RADIUS_MIN_PX = 20;
/** Room each marker of a ring takes up on it. */
const ARC_PX = 26;
/** About one metre: nearer than that is the same place. */
const DECIMALS = 5;

/** Sets events at the same place on a ring around it. A lone event stands exactly on its point. */
export function fanOut(events: readonly PlottedEvent[]): FannedEvent[] {
  const byPlace = Map.groupBy(
    events,
    ({ point }) => `${point.latitude.toFixed(DECIMALS)},${point.longitude.toFixed(DECIMALS)}`,
  );
  const offsets = new Map<PlottedEvent, readonly [number, number]>();
  for (const group of byPlace.values()) {
    const radius = Math.max(RADIUS_MIN_PX, (group.length * ARC_PX) / (2 * Math.PI));
    group.forEach((plotted, i) => {
      const angle = (2 * Math.PI * i) / group.length - Math.PI;
      offsets.set(
        plotted,
        group.length === 1
          ? [0, 0]
          : [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))],
      );
    });
  }
  return events.map((plotted) => ({ ...plotted, offset: offsets.get(plotted) ?? [0, 0] }));
}
