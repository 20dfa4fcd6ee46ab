/** In pixels. `radiusPx`: a face's by default. */
export type Placed = { id: string; x: number; y: number; radiusPx?: number };

export type Offset = readonly [x: number, y: number];

const FACE_RADIUS_PX = 22;
const ROUNDS = 60;
/** Maximum offset, however many are at one place. */
const OFFSET_MAX_PX = 180;
/** Less than this is not worth a line to the place. */
const OFFSET_MIN_PX = 4;
/** Multiples of the golden angle differ, so people at exactly one place start in different directions. */
const GOLDEN_ANGLE = 2.399963;

type Body = { x: number; y: number; radiusPx: number; isFixed: boolean };

/** Offsets in px so that no two avatars overlap each other or a fixed mark. Deterministic, and continuous for small moves. */
export function spread(
  places: readonly Placed[],
  fixed: readonly Placed[] = [],
): ReadonlyMap<string, Offset> {
  const sorted = places.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const shown = sorted.map(({ x, y, radiusPx = FACE_RADIUS_PX }, index): Body => {
    const [turn, step] = [index * GOLDEN_ANGLE, Math.sqrt(index + 1) / 10];
    return { x: x + Math.cos(turn) * step, y: y + Math.sin(turn) * step, radiusPx, isFixed: false };
  });
  const bodies = [
    ...shown,
    ...fixed.map(({ x, y, radiusPx = FACE_RADIUS_PX }): Body => ({ x, y, radiusPx, isFixed: true })),
  ];
  for (let round = 0; round < ROUNDS; round++) {
    if (!pushApart(bodies)) break;
  }
  const offsets = new Map<string, Offset>();
  for (const [index, { id, x, y }] of sorted.entries()) {
    const [dx, dy] = [(shown[index]?.x ?? x) - x, (shown[index]?.y ?? y) - y];
    const length = Math.hypot(dx, dy);
    if (length < OFFSET_MIN_PX) continue;
    const scale = Math.min(length, OFFSET_MAX_PX) / length;
    offsets.set(id, [Math.round(dx * scale), Math.round(dy * scale)]);
  }
  return offsets;
}

/** One round; false when everybody has room. Fixed bodies come last. Sixty rounds of all pairs: most are told apart by one axis. */
function pushApart(bodies: readonly Body[]): boolean {
  let moved = false;
  for (let index = 0; index < bodies.length; index++) {
    const one = bodies[index]!;
    if (one.isFixed) break;
    for (let next = index + 1; next < bodies.length; next++) {
      const other = bodies[next]!;
      const gapPx = one.radiusPx + other.radiusPx;
      const overlapFromPx = gapPx - 0.5;
      const dx = other.x - one.x;
      if (dx > overlapFromPx || dx < -overlapFromPx) continue;
      const dy = other.y - one.y;
      if (dy > overlapFromPx || dy < -overlapFromPx) continue;
      const apart = Math.hypot(dx, dy);
      if (apart > overlapFromPx) continue;
      // Half of the missing distance: otherwise a crowd would scatter.
      const push = apart < 0.01 ? 0 : (gapPx - apart) / 4 / apart;
      one.x -= dx * push;
      one.y -= dy * push;
      if (!other.isFixed) {
        other.x += dx * push;
        other.y += dy * push;
      }
      moved = true;
    }
  }
  return moved;
}
