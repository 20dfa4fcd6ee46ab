/** Pieces of SVG that the scenes are put together from. All lengths in the picture's own units. */
export const WIDTH = 1_440;
export const HEIGHT = 900;

/** Numbers from 0 up to 1 that look random and are the same for the same seed. */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1_013_904_223) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const between = (random: Random, low: number, high: number) => low + random() * (high - low);
export const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

export const repeat = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
export const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
export const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
export const ring = (x: number, y: number, radius: number, stroke: string, width: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
export const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`;
export const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const polygon = (points: readonly (readonly [number, number])[], fill: string) =>
  `<polygon points="${points.map((point) => point.join(',')).join(' ')}" fill="${fill}"/>`;
export const group = (transform: string, ...content: string[]) =>
  `<g transform="${transform}">${content.join('')}</g>`;
export const faint = (opacity: number, ...content: string[]) =>
  `<g opacity="${opacity}">${content.join('')}</g>`;

export const sky = (fill: string) => rect(0, 0, WIDTH, HEIGHT, fill);

/** The product's mark as a sun: a disc and two rings of light. */
export const sunWithGlow = (
  x: number,
  y: number,
  radius: number,
  { glow, sun }: { glow: readonly [string, string]; sun: string },
) => disc(x, y, radius * 3.1, glow[0]) + disc(x, y, radius * 2, glow[1]) + disc(x, y, radius, sun);

/** A band of water from `top` to the bottom with an even swell along its upper edge. */
export function swell(top: number, height: number, length: number, fill: string, phase = 0): string {
  let d = `M${-length + phase} ${top}`;
  for (let x = -length + phase; x < WIDTH + length; x += length) {
    d += `q${length / 4} ${-height} ${length / 2} 0t${length / 2} 0`;
  }
  return path(`${d}V${HEIGHT + 10}H${-length + phase}Z`, fill);
}

/** Water with an edge of half-discs, as waves are drawn on tiles. */
export function scallops(top: number, radius: number, fill: string, edge: string, shift = 0): string {
  const arcs = repeat(Math.ceil(WIDTH / (radius * 2)) + 2, (index) => {
    const x = (index - 0.5) * radius * 2 + shift;
    const arc = (reach: number) =>
      `M${x - reach} ${top + radius}A${reach} ${reach} 0 0 1 ${x + reach} ${top + radius}`;
    return (
      disc(x, top + radius, radius, fill) +
      line(arc(radius * 0.72), edge, radius * 0.1) +
      line(arc(radius * 0.42), edge, radius * 0.1)
    );
  });
  return arcs + rect(0, top + radius, WIDTH, HEIGHT, fill);
}

/** The light a low sun lays on water: bars that grow wider towards the viewer. */
export function glitter(x: number, top: number, rows: number, fill: string, random: Random): string {
  return repeat(rows, (index) => {
    const width = 60 + index * 26 + between(random, -20, 30);
    return rect(x - width / 2 + between(random, -22, 22), top + index * 30, width, 9, fill, 5);
  });
}

/** A smooth skyline through `points`, filled to the bottom. */
export function hill(points: readonly (readonly [number, number])[], fill: string): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let d = `M${first[0]} ${first[1]}`;
  let [px, py] = first;
  for (const [x, y] of rest) {
    const middle = (px + x) / 2;
    d += `C${middle} ${py} ${middle} ${y} ${x} ${y}`;
    [px, py] = [x, y];
  }
  return path(`${d}V${HEIGHT}H${first[0]}Z`, fill);
}

export function stars(random: Random, count: number, bottom: number, fill: string): string {
  return repeat(count, () =>
    disc(between(random, 0, WIDTH), between(random, 0, bottom), pick(random, [2, 2.5, 4]), fill),
  );
}

/** Wedges of light around a point. */
export function rays(x: number, y: number, count: number, length: number, fill: string): string {
  const half = Math.PI / count / 2;
  return repeat(count, (index) => {
    const angle = (index / count) * Math.PI * 2;
    const end = (turn: number) =>
      `${x + Math.cos(angle + turn) * length} ${y + Math.sin(angle + turn) * length}`;
    return path(`M${x} ${y}L${end(-half)}L${end(half)}Z`, fill);
  });
}

/** A string of flags that sags between two points. */
export function bunting(
  from: readonly [number, number],
  to: readonly [number, number],
  flags: number,
  colours: readonly string[],
  cord: string,
): string {
  const sag = 60;
  const at = (share: number) =>
    [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share + Math.sin(share * Math.PI) * sag,
    ] as const;
  const size = (to[0] - from[0]) / flags / 2.6;
  const cordPath = repeat(21, (index) => `${index === 0 ? 'M' : 'L'}${at(index / 20).join(' ')}`);
  const flagsDrawn = repeat(flags, (index) => {
    const [x, y] = at((index + 0.5) / flags);
    return polygon(
      [
        [x - size, y],
        [x + size, y],
        [x, y + size * 2],
      ],
      colours[index % colours.length] ?? cord,
    );
  });
  return line(cordPath, cord, 4) + flagsDrawn;
}
