export type Offset = readonly [x: number, y: number];

const ROUNDS = 60;
/** Further off their place than this nobody is drawn, however many stand there. */
const OFFSET_MAX_PX = 96;
/** Less than this is not worth a line to the place. */
const OFFSET_MIN_PX = 4;
/** Turns of it never meet: those who stand at exactly one place set out in ways of their own. */
const GOLDEN_ANGLE = 2.399963;

/**
 * How far each of these is to be drawn off its place, in pixels, so that no two cover each other: neighbours push each
 * other aside until they are `gapPx` apart. The same places give the same answer, and small steps of theirs small changes.
 */
export function spread(
  places: readonly { id: string; x: number; y: number }[],
  gapPx: number,
): ReadonlyMap<string, Offset> {
  const sorted = places.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const shown = sorted.map(({ x, y }, index) => {
    const [turn, step] = [index * GOLDEN_ANGLE, Math.sqrt(index) / 10];
    return { x: x + Math.cos(turn) * step, y: y + Math.sin(turn) * step };
  });
  for (let round = 0; round < ROUNDS; round++) {
    if (!pushApart(shown, gapPx)) break;
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

/** One round; false when everybody has room. */
function pushApart(shown: { x: number; y: number }[], gapPx: number): boolean {
  let moved = false;
  for (const [index, one] of shown.entries()) {
    for (const other of shown.slice(index + 1)) {
      const [dx, dy] = [other.x - one.x, other.y - one.y];
      const apart = Math.hypot(dx, dy);
      if (apart > gapPx - 0.5) continue;
      // Half of what is missing: pushed all the way at once, a crowd would fly apart.
      const push = apart < 0.01 ? 0 : (gapPx - apart) / 4 / apart;
      one.x -= dx * push;
      one.y -= dy * push;
      other.x += dx * push;
      other.y += dy * push;
      moved = true;
    }
  }
  return moved;
}
