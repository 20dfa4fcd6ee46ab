// A striped marquee: a swept roof, a scalloped valance, straight walls.
import { path, polygon, rect, repeat } from '#demo/pictures/shapes.ts';
import { number } from './moving.mjs';

const STRIPES = 6;

/** `x` is its middle, `base` the ground; `wind` from -1 to 1 moves the flag. */
export function tent({ x, base, width, height, colour, flag, pole, door, cloth = '#fbf7f0', wind = 0 }) {
  const eaves = base - height * 0.42;
  const peak = base - height;
  const half = width / 2;
  const overhang = half * 1.1;
  const edge = (index, reach) => number(x - reach + (index / STRIPES) * reach * 2);
  const fill = (index) => (index % 2 ? cloth : colour);
  // The roof is swept: each seam bends towards the pole on its way up.
  const seam = (index) =>
    `${number(x + (edge(index, overhang) - x) * 0.3)} ${number(eaves - (eaves - peak) * 0.44)}`;
  const scallop = (overhang * 2) / STRIPES;
  const tip = 34 + 4 * wind;
  return [
    rect(x - 3, number(peak - height * 0.2), 6, number(height * 0.22), pole, 3),
    path(
      `M${x + 3} ${number(peak - height * 0.2)}q${tip / 2} ${number(-5 * wind)} ${tip} ${number(10 - 3 * wind)}q${-tip / 2} ${number(8 + 5 * wind)} ${-tip} 11Z`,
      flag,
    ),
    repeat(STRIPES, (index) =>
      polygon(
        [
          [edge(index, half), number(eaves)],
          [edge(index + 1, half), number(eaves)],
          [edge(index + 1, half), base],
          [edge(index, half), base],
        ],
        fill(index),
      ),
    ),
    path(
      `M${x} ${number(eaves + height * 0.06)}C${number(x + width * 0.03)} ${number(base - height * 0.2)} ${number(x + width * 0.09)} ${number(base - height * 0.06)} ${number(x + width * 0.15)} ${base}H${number(x - width * 0.15)}C${number(x - width * 0.09)} ${number(base - height * 0.06)} ${number(x - width * 0.03)} ${number(base - height * 0.2)} ${x} ${number(eaves + height * 0.06)}Z`,
      door,
    ),
    repeat(STRIPES, (index) =>
      path(
        `M${x} ${number(peak)}Q${seam(index)} ${edge(index, overhang)} ${number(eaves)}H${edge(index + 1, overhang)}Q${seam(index + 1)} ${x} ${number(peak)}Z`,
        fill(index),
      ),
    ),
    repeat(STRIPES, (index) =>
      path(
        `M${edge(index, overhang)} ${number(eaves - 0.5)}h${number(scallop)}v${number(scallop * 0.18)}a${number(scallop / 2)} ${number(scallop / 2.4)} 0 0 1 ${number(-scallop)} 0Z`,
        fill(index + 1),
      ),
    ),
  ].join('');
}
