/** West, south, east, north, or left, top, right, bottom: any axes, smaller value first. */
export type Box = readonly [number, number, number, number];

/** Sutherland-Hodgman. Rings are flat lists: x, y, x, y, … without the closing point; outside the box they follow its edge. */
export function clipRing(ring: ArrayLike<number>, box: Box): number[] {
  let points = Array.from(ring);
  for (const [axis, limit, keepsBelow] of [
    [0, box[0], false],
    [1, box[1], false],
    [0, box[2], true],
    [1, box[3], true],
  ] as const) {
    points = clipHalf(points, axis, limit, keepsBelow);
  }
  return points;
}

function clipHalf(points: number[], axis: 0 | 1, limit: number, keepsBelow: boolean): number[] {
  const kept: number[] = [];
  const inside = (value: number) => (keepsBelow ? value <= limit : value >= limit);
  for (let i = 0; i < points.length; i += 2) {
    const previous = (i === 0 ? points.length : i) - 2;
    const from: [number, number] = [points[previous] ?? 0, points[previous + 1] ?? 0];
    const to: [number, number] = [points[i] ?? 0, points[i + 1] ?? 0];
    if (inside(from[axis]) !== inside(to[axis])) {
      const share = (limit - from[axis]) / (to[axis] - from[axis]);
      const other = axis === 0 ? 1 : 0;
      const crossing = from[other] + share * (to[other] - from[other]);
      kept.push(...(axis === 0 ? [limit, crossing] : [crossing, limit]));
    }
    if (inside(to[axis])) kept.push(to[0], to[1]);
  }
  return kept;
}
