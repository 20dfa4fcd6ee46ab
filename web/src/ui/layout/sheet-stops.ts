export const SHEET_HEIGHTS = ['peek', 'half', 'full'] as const;
export type SheetHeight = (typeof SHEET_HEIGHTS)[number];

/** Visible height of the sheet, in px. */
export type SheetStops = Record<SheetHeight, number>;

/** Share of the full height. */
const HALF = 0.45;
/** Where the whole sheet needs no more than this share of the full height, `half` shows all of it. */
const WHOLE_MAX = 0.62;
/** At half at least a row of the body is seen. */
const ROW_PX = 96;
/** Let go while moving, the sheet goes on for about as long. */
const CARRY_MS = 180;
/** Older movement does not count for the velocity. */
const RECENT_MS = 100;
/** Beyond the highest and the lowest height it follows this much of the finger. */
const BEYOND = 0.25;

/** `peek` is what always shows; a low screen never changes the order. `half` shows all of the body where there is room. */
export function sheetStops(fullPx: number, headPx: number, bodyPx = Infinity): SheetStops {
  const peek = Math.min(headPx, fullPx);
  const wholePx = peek + bodyPx;
  const halfPx = wholePx <= fullPx * WHOLE_MAX ? wholePx : fullPx * HALF;
  const half = Math.min(fullPx, Math.max(peek + ROW_PX, Math.round(halfPx)));
  return { peek, half, full: fullPx };
}

/** @param velocity upwards, in px per ms */
export function heightAfter(stops: SheetStops, seenPx: number, velocity: number): SheetHeight {
  const carriedPx = seenPx + velocity * CARRY_MS;
  const distance = (height: SheetHeight) => Math.abs(stops[height] - carriedPx);
  return SHEET_HEIGHTS.reduce((best, height) => (distance(height) < distance(best) ? height : best));
}

export function heightBeside(height: SheetHeight, step: 1 | -1): SheetHeight {
  return SHEET_HEIGHTS[SHEET_HEIGHTS.indexOf(height) + step] ?? height;
}

export function followed(stops: SheetStops, seenPx: number): number {
  if (seenPx > stops.full) return stops.full + (seenPx - stops.full) * BEYOND;
  return seenPx < stops.peek ? stops.peek - (stops.peek - seenPx) * BEYOND : seenPx;
}

type Sample = { y: number; atMs: number };

export class FingerTrack {
  #samples: Sample[] = [];

  add(y: number, atMs: number): void {
    this.#samples = [...this.#samples.filter((sample) => atMs - sample.atMs <= RECENT_MS), { y, atMs }];
  }

  /** Upwards, in px per ms; none for a finger that rested before it let go. */
  velocity(nowMs: number): number {
    const recent = this.#samples.filter(({ atMs }) => nowMs - atMs <= RECENT_MS);
    const [first, last] = [recent[0], recent.at(-1)];
    if (!first || !last || last.atMs === first.atMs) return 0;
    return (first.y - last.y) / (last.atMs - first.atMs);
  }
}
