import * as c from './palette.ts';
import type { Light } from './palette.ts';
import {
  bunting,
  disc,
  faint,
  group,
  HEIGHT,
  hill,
  line,
  oval,
  path,
  pick,
  polygon,
  type Random,
  rays,
  rect,
  repeat,
  ring,
  sky,
  stars,
  sunWithGlow,
  swell,
  WIDTH,
} from './shapes.ts';

const tent = (
  x: number,
  foot: number,
  width: number,
  height: number,
  colours: readonly [string, string],
  flag: string,
) => {
  const half = width / 2;
  const stripes = 6;
  const roofTop = foot - height;
  const eaves = foot - height * 0.38;
  const stripe = (index: number, level: number) => x - half + (width / stripes) * index + (level ? 0 : 0);
  return [
    line(`M${x} ${roofTop}V${roofTop - 52}`, c.INK, 6),
    polygon(
      [
        [x, roofTop - 52],
        [x + 56, roofTop - 38],
        [x, roofTop - 20],
      ],
      flag,
    ),
    ...Array.from({ length: stripes }, (_, index) => {
      const fill = colours[index % 2] ?? c.PAPER;
      return (
        polygon(
          [
            [x, roofTop],
            [stripe(index, 1), eaves],
            [stripe(index + 1, 1), eaves],
          ],
          fill,
        ) +
        rect(stripe(index, 1) + 0, eaves, width / stripes + 1, height * 0.38, fill) +
        disc(stripe(index, 1) + width / stripes / 2, eaves, width / stripes / 2, fill)
      );
    }),
    polygon(
      [
        [x, eaves + 20],
        [x - width * 0.11, foot],
        [x + width * 0.11, foot],
      ],
      c.INK,
    ),
  ].join('');
};

/** A festival in a field: big tops and flags. */
export function bigTops(light: Light, random: Random): string {
  return [
    sky(light.sky),
    light.night ? stars(random, 80, 360, c.PAPER) : faint(0.5, rays(720, 420, 18, 1_100, light.glow[0])),
    sunWithGlow(720, 420, 130, light),
    hill(
      [
        [-20, 600],
        [260, 540],
        [560, 580],
        [900, 520],
        [1_180, 560],
        [1_460, 520],
      ],
      light.land[0],
    ),
    tent(1_130, 660, 300, 250, [c.LAGOON, c.PAPER], c.FLARE),
    tent(250, 680, 280, 240, [c.GORSE, c.PAPER], c.TIDE),
    hill(
      [
        [-20, 690],
        [300, 640],
        [720, 690],
        [1_100, 650],
        [1_460, 690],
      ],
      light.land[1],
    ),
    tent(690, 790, 460, 400, [light.sky === c.FLARE ? c.RUST : c.FLARE, c.PAPER], c.GORSE),
    bunting([-20, 120], [700, 150], 13, [c.FLARE, c.GORSE, c.PAPER, c.TIDE], light.night ? c.PAPER : c.INK),
    bunting([700, 150], [1_460, 90], 13, [c.TIDE, c.PAPER, c.FLARE, c.GORSE], light.night ? c.PAPER : c.INK),
    hill(
      [
        [-20, 820],
        [400, 780],
        [900, 810],
        [1_460, 770],
      ],
      light.land[2],
    ),
  ].join('');
}

/** Awnings, crates and what is in season. */
export function market(light: Light, random: Random): string {
  const stall = (x: number, colours: readonly [string, string], fruit: readonly string[]) => {
    const width = 420;
    const awning = repeat(7, (index) => {
      const [left, fill] = [x + index * 60, colours[index % 2] ?? c.PAPER];
      return rect(left, 330, 60, 110, fill) + disc(left + 30, 440, 30, fill);
    });
    const crates = repeat(3, (index) => {
      const left = x + 16 + index * 132;
      const heap = repeat(9, (n) =>
        disc(
          left + 18 + (n % 5) * 22 + (n > 4 ? 11 : 0),
          n > 4 ? 622 : 642,
          17,
          fruit[index % fruit.length] ?? c.FLARE,
        ),
      );
      return (
        heap +
        rect(left, 646, 124, 74, c.SAND_DEEP, 6) +
        rect(left, 670, 124, 8, '#b98f55') +
        rect(left, 696, 124, 8, '#b98f55')
      );
    });
    return [
      rect(x + 10, 340, 14, 470, c.INK),
      rect(x + width - 24, 340, 14, 470, c.INK),
      rect(x + 20, 400, width - 40, 250, c.SAND),
      ...[0.25, 0.5, 0.75].map(
        (share) =>
          rect(x + width * share - 1.5, 440, 3, 60, c.INK) + disc(x + width * share, 512, 14, c.GORSE),
      ),
      crates,
      rect(x, 716, width, 120, c.TIDE_DEEP),
      rect(x, 716, width, 16, c.INK),
      rect(x - 6, 318, width + 12, 22, c.INK, 6),
      awning,
    ].join('');
  };
  return [
    sky(light.sky),
    sunWithGlow(720, 210, 110, light),
    light.night ? stars(random, 50, 280, c.PAPER) : '',
    rect(0, 810, WIDTH, 90, light.night ? c.INK : c.GRANITE_LIGHT),
    bunting([-30, 60], [720, 40], 12, [c.FLARE, c.GORSE, c.TIDE], light.night ? c.PAPER : c.INK),
    bunting([720, 40], [1_470, 70], 12, [c.FLARE, c.GORSE, c.TIDE], light.night ? c.PAPER : c.INK),
    stall(40, [c.FLARE, c.PAPER], [c.RUST, c.GORSE, c.MEADOW]),
    stall(510, [c.TIDE, c.FOAM], [c.STRAW, c.MOSS, c.CORAL]),
    stall(980, [c.GORSE, c.PAPER], [c.CORAL, '#6b3354', c.MEADOW]),
  ].join('');
}

/** A Jersey cow, who has seen it all. */
export function cow(light: Light): string {
  const [coat, shade, muzzle] = ['#c98748', '#a8672f', '#f3dfc8'];
  return [
    sky(light.sky),
    sunWithGlow(1_090, 300, 120, light),
    hill(
      [
        [-20, 560],
        [300, 500],
        [700, 560],
        [1_100, 510],
        [1_460, 560],
      ],
      light.land[0],
    ),
    hill(
      [
        [-20, 660],
        [360, 620],
        [900, 660],
        [1_460, 610],
      ],
      light.land[1],
    ),
    path('M330 900C330 700 460 620 720 620S1110 700 1110 900Z', coat),
    path('M330 900C330 700 460 620 560 620C470 700 450 800 450 900Z', shade),
    group('translate(510 330) rotate(-22)', oval(0, 0, 130, 58, coat), oval(10, 6, 84, 32, c.CORAL)),
    group('translate(930 330) rotate(22)', oval(0, 0, 130, 58, coat), oval(-10, 6, 84, 32, c.CORAL)),
    path('M604 250C570 200 590 150 640 130C630 180 640 220 670 240Z', c.PAPER),
    path('M836 250C870 200 850 150 800 130C810 180 800 220 770 240Z', c.PAPER),
    path(
      'M560 330C560 240 620 200 720 200S880 240 880 330C880 460 850 520 846 640C840 740 790 780 720 780S600 740 594 640C590 520 560 460 560 330Z',
      coat,
    ),
    path('M690 202C650 300 670 420 720 470C770 420 790 300 750 202C740 198 700 198 690 202Z', muzzle),
    path('M566 660C566 590 630 560 720 560S874 590 874 660C874 750 810 800 720 800S566 750 566 660Z', muzzle),
    oval(650, 650, 26, 36, c.INK),
    oval(790, 650, 26, 36, c.INK),
    line('M660 740Q720 776 780 740', c.INK, 10),
    ...[630, 810].map((x) => oval(x, 400, 34, 40, c.INK) + disc(x + 10, 386, 11, c.PAPER)),
    ...[
      [760, 770],
      [800, 792],
    ].map(([x, y]) => disc(x ?? 0, y ?? 0, 9, c.GORSE)),
    line('M690 742C640 830 600 840 560 830', c.MOSS, 8),
    disc(556, 826, 26, c.GORSE),
    disc(556, 826, 10, c.RUST),
    swell(868, 14, 120, light.land[2], 0),
  ].join('');
}

/** Flower heads set like tiles, as the floats of the Battle of Flowers are. */
export function flowers(light: Light, random: Random): string {
  const size = 180;
  const grounds = light.night ? [c.NIGHT, c.DUSK, c.TIDE_DEEP] : [c.FLARE, c.GORSE, c.TIDE, c.BLUSH, c.FOAM];
  const heads = [c.PAPER, c.STRAW, c.CORAL, c.LAGOON, c.FLARE];
  return repeat(Math.ceil(WIDTH / size) * (HEIGHT / size), (index) => {
    const [column, row] = [index % 8, Math.floor(index / 8)];
    const ground = grounds[(column * 2 + row * 3) % grounds.length] ?? c.FOAM;
    const head = pick(
      random,
      heads.filter((one) => one !== ground),
    );
    const heart = pick(
      random,
      [c.INK, c.RUST, c.GORSE].filter((one) => one !== head && one !== ground),
    );
    const petals = pick(random, [5, 6, 8, 12]);
    const [x, y] = [column * size + size / 2, row * size + size / 2];
    const petal = repeat(petals, (n) =>
      group(
        `translate(${x} ${y}) rotate(${(360 / petals) * n})`,
        oval(0, -44, petals > 6 ? 15 : 27, 36, head),
      ),
    );
    return (
      rect(column * size, row * size, size, size, ground) +
      petal +
      disc(x, y, 22, heart) +
      ring(x, y, 11, head, 5)
    );
  });
}
