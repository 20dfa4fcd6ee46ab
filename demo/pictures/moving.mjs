// Pieces of pictures that move and are back where they began after one loop. `t` runs from 0 up to 1 in a loop.
import { disc, group, path, rect, repeat, ring } from '#demo/pictures/shapes.ts';

export const WIDTH = 1_280;
export const HEIGHT = 720;

const TURN = Math.PI * 2;

/** From -1 to 1 and back, a whole number of times a loop. */
export const sway = (t, times = 1, phase = 0) => Math.sin(TURN * (times * t + phase));
/** How far into its present round something is that starts `times` rounds a loop. */
export const round = (t, times = 1, phase = 0) => (((times * t + phase) % 1) + 1) % 1;

export const number = (value) => Math.round(value * 100) / 100;

export const svg = (content, { width = WIDTH, height = HEIGHT, top = 0 } = {}) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${top} ${width} ${height}">${content}</svg>`;

/** A band of water with an even swell that has moved on by `shift` wavelengths. */
export function water(top, height, length, fill, shift, bottom = HEIGHT + 100) {
  const start = -length * 2 + length * (shift % 1);
  let d = `M${number(start)} ${number(top)}`;
  for (let x = start; x < WIDTH + length; x += length) {
    d += `q${length / 4} ${-height} ${length / 2} 0t${length / 2} 0`;
  }
  return path(`${d}V${bottom}H${number(start)}Z`, fill);
}

/** The product's mark in motion: ripples that set out from a dot, two at a time. */
export function ripples(x, y, size, colour, t, times = 4, phase = 0) {
  const rings = repeat(2, (index) => {
    const way = round(t, times, phase + index / 2);
    const faded = Math.min(1, way * 5) * (1 - way) ** 1.2;
    return `<g opacity="${number(faded)}">${ring(x, y, number(size * (1.4 + way * 4)), colour, number(size * (0.5 - way * 0.26)))}</g>`;
  });
  return rings + disc(x, y, size, colour);
}

/** Someone seen from behind, about 140 units tall, feet at the origin. */
export function person(coat, head, { arm = null } = {}) {
  const raised =
    arm === null
      ? ''
      : `<path d="M16 -84L${number(30 + arm * 10)} -${number(138 - Math.abs(arm) * 4)}" stroke="${coat}" stroke-width="13" stroke-linecap="round"/>`;
  return (
    raised +
    path('M-20 0C-24 -34 -28 -58 -26 -78C-24 -96 -12 -102 0 -102S24 -96 26 -78C28 -58 24 -34 20 0Z', coat) +
    disc(0, -124, 17, head)
  );
}

export const at = (x, y, scale, ...content) =>
  group(`translate(${number(x)} ${number(y)}) scale(${scale})`, ...content);

/** A bar of light or cloud about its middle. */
export const bar = (x, y, width, height, fill) =>
  rect(number(x - width / 2), y, number(Math.max(width, height)), height, fill, height / 2);
