// The product's mark, as web/src/ui/pictures/mark.tsx draws it, where no stylesheet reaches.
import { FLARE, GORSE, INK, PAPER } from '#demo/pictures/palette.ts';

/** The mark in a square of `size`, from the outer ripple to the dot. */
export const mark = (x, y, size, [outer, inner, dot] = [FLARE, GORSE, PAPER]) =>
  `<g transform="translate(${x} ${y}) scale(${size / 40})" fill="none" stroke-width="3.5">` +
  `<circle cx="20" cy="20" r="17" stroke="${outer}" stroke-linecap="round" stroke-dasharray="40 13.4" transform="rotate(-65 20 20)"/>` +
  `<circle cx="20" cy="20" r="10.5" stroke="${inner}"/><circle cx="20" cy="20" r="5" fill="${dot}"/></g>`;

/** The mark on a tile of ink, 64 units wide. `share` is how much of it the mark takes, `radius` that of the corners. */
export function tile({ share, radius }) {
  const size = 64 * share;
  const start = (64 - size) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="${INK}"/>` +
    `${mark(start, start, size)}</svg>`
  );
}
