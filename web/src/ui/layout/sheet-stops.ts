/** From low to high. */
export const SHEET_HEIGHTS = ['peek', 'half', 'full'] as const;
export type SheetHeight = (typeof SHEET_HEIGHTS)[number];

/** How much of the sheet is seen at each height, in px. */
export type SheetStops = Record<SheetHeight, number>;

/** The share of the full height that is seen at `half`. */
const HALF = 0.45;
/** Where the whole sheet needs no more than this share of the full height, `half` shows all of it. */
const WHOLE_MAX = 0.62;
/** At half at least a row of the body is seen. */
const ROW_PX = 96;
/** Let go while moving, the sheet goes on for about as long. */
const CARRY_MS = 180;
/** Older movement says nothing about how fast the finger lets go. */
const RECENT_MS = 100;
/** Beyond the highest and the lowest height it follows this much of the finger. */
const BEYOND = 0.25;

/** Peek is as high as what always shows; a low screen has less between the heights, never another order. Half is as high
 * as all of the body where that leaves room for what is behind it. */
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

/** The next height up or down; the same at the end. */
export function heightBeside(height: SheetHeight, step: 1 | -1): SheetHeight {
  return SHEET_HEIGHTS[SHEET_HEIGHTS.indexOf(height) + step] ?? height;
}

/** Resists beyond the ends. */
export function followed(stops: SheetStops, seenPx: number): number {
  if (seenPx > stops.full) return stops.full + (seenPx - stops.full) * BEYOND;
  return seenPx < stops.peek ? stops.peek - (stops.peek - seenPx) * BEYOND : seenPx;
}

type Sample = { y: number; atMs: number };

/** Where a finger has been lately. */
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
