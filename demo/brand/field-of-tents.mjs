// A morning before the music: three marquees on a hill, flags out, the sun behind them.
import * as c from '#demo/pictures/palette.ts';
import { disc, line, path, rays, rect, repeat } from '#demo/pictures/shapes.ts';
import { HEIGHT, WIDTH } from '#demo/pictures/moving.mjs';
import { tent } from '#demo/pictures/tent.mjs';

const SUN = [640, 330];
const SKY = '#ffc2a3';

/** A cord of flags that hangs from one post to another. */
function bunting([x0, y0], [x1, y1], sag, count) {
  const middle = [(x0 + x1) / 2, (y0 + y1) / 2 + sag * 2];
  const along = (share) =>
    [x0, y0].map(
      (start, axis) =>
        (1 - share) ** 2 * start + 2 * share * (1 - share) * middle[axis] + share ** 2 * [x1, y1][axis],
    );
  const flags = repeat(count, (index) => {
    const [left, top] = along((index + 0.14) / count);
    const [right, other] = along((index + 0.86) / count);
    const colour = [c.FLARE, c.GORSE, c.PAPER, c.TIDE][index % 4];
    return path(`M${left} ${top}L${right} ${other}L${(left + right) / 2} ${(top + other) / 2 + 40}Z`, colour);
  });
  return flags + line(`M${x0} ${y0}Q${middle.join(' ')} ${x1} ${y1}`, c.INK, 4);
}

const flowers = [
  [90, 690],
  [188, 726],
  [300, 700],
  [420, 744],
  [548, 716],
  [690, 748],
  [812, 712],
  [934, 738],
  [1_060, 704],
  [1_170, 742],
  [1_236, 694],
];

export function fieldOfTents() {
  const [x, y] = SUN;
  return [
    rect(-10, -200, WIDTH + 20, HEIGHT + 400, SKY),
    rays(x, y, 18, 1_100, '#ffcbaa'),
    disc(x, y, 330, '#ffd3ae'),
    disc(x, y, 222, '#ffe1b8'),
    disc(x, y, 118, c.STRAW),
    path('M-10 520C120 440 240 420 380 452S620 520 760 470S1040 380 1290 440V800H-10Z', '#b7c98f'),
    path('M-10 560C160 500 300 520 460 548S820 560 960 520S1180 500 1290 520V800H-10Z', '#93b27c'),
    tent({
      x: 236,
      base: 606,
      width: 286,
      height: 262,
      colour: c.GORSE,
      flag: c.TIDE,
      pole: c.INK,
      door: c.INK,
    }),
    tent({
      x: 1_040,
      base: 596,
      width: 300,
      height: 276,
      colour: c.LAGOON,
      flag: c.FLARE,
      pole: c.INK,
      door: c.INK,
    }),
    path('M-10 610C180 566 300 580 470 604S900 600 1020 580S1220 584 1290 600V800H-10Z', c.MOSS),
    tent({
      x: 640,
      base: 672,
      width: 430,
      height: 384,
      colour: c.FLARE,
      flag: c.GORSE,
      pole: c.INK,
      door: c.INK,
    }),
    path('M-10 690C160 640 420 640 640 656S1120 680 1290 640V800H-10Z', c.FERN),
    flowers
      .map(([left, top], index) => disc(left, top, index % 3 ? 6 : 8, [c.GORSE, c.PAPER, c.CORAL][index % 3]))
      .join(''),
    bunting([-30, 40], [640, 30], 62, 13),
    bunting([640, 30], [1_310, 24], 62, 13),
  ].join('');
}
