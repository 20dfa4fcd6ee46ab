import * as c from './palette.ts';
import type { Light } from './palette.ts';
import {
  between,
  disc,
  faint,
  glitter,
  group,
  hill,
  path,
  polygon,
  type Random,
  rect,
  repeat,
  scallops,
  sky,
  stars,
  sunWithGlow,
  swell,
  WIDTH,
} from './shapes.ts';

/** La Corbière: the white lighthouse on its rocks, and the causeway. */
export function lighthouse(light: Light, random: Random): string {
  const [far, middle, near] = light.sea;
  const beam = light.night
    ? polygon(
        [
          [452, 212],
          [1440, 40],
          [1440, 360],
          [452, 226],
        ],
        '#4d5a72',
      )
    : '';
  return [
    sky(light.sky),
    light.night ? sunWithGlow(170, 130, 60, light) : sunWithGlow(1_060, 500, 110, light),
    light.night ? stars(random, 70, 480, c.PAPER) : '',
    beam,
    rect(0, 560, WIDTH, 340, far),
    light.night ? '' : glitter(1_060, 585, 6, light.sun, random),
    polygon(
      [
        [120, 620],
        [210, 520],
        [300, 500],
        [360, 410],
        [520, 400],
        [590, 470],
        [680, 500],
        [760, 620],
      ],
      c.GRANITE_DARK,
    ),
    polygon(
      [
        [120, 620],
        [210, 520],
        [300, 500],
        [360, 410],
        [400, 470],
        [330, 560],
        [300, 640],
      ],
      c.GRANITE,
    ),
    polygon(
      [
        [590, 470],
        [680, 500],
        [760, 620],
        [640, 640],
        [600, 560],
      ],
      light.night ? '#3a3b45' : '#4a494c',
    ),
    path('M396 410L412 236H468L484 410Z', c.PAPER),
    path('M440 236H468L484 410H440Z', c.GRANITE_LIGHT),
    rect(400, 226, 80, 14, c.INK, 4),
    rect(414, 186, 52, 42, light.night ? c.STRAW : c.GORSE),
    rect(436, 186, 6, 42, c.INK),
    path('M406 188Q440 138 474 188Z', c.FLARE),
    rect(437, 138, 6, 22, c.INK),
    rect(430, 300, 18, 30, c.INK, 9),
    rect(432, 360, 18, 30, c.INK, 9),
    swell(640, 16, 180, middle, 40),
    swell(730, 20, 240, near, 0),
    path('M590 590C760 640 860 760 940 900H1330C1170 800 960 660 640 584Z', c.GRANITE),
    scallops(836, 60, near, middle, 20),
    polygon(
      [
        [0, 900],
        [0, 760],
        [110, 740],
        [190, 810],
        [300, 830],
        [360, 900],
      ],
      c.INK,
    ),
  ].join('');
}

const crenels = (x: number, y: number, width: number, fill: string) =>
  repeat(Math.floor(width / 26), (index) => rect(x + index * 26, y - 16, 15, 18, fill));

const tower = (x: number, y: number, width: number, fill: string) =>
  rect(x, y, width, 420, fill) + crenels(x, y, width, fill);

/** Mont Orgueil above Gorey harbour. */
export function castle(light: Light, random: Random): string {
  const [far, middle, near] = light.sea;
  const [back, face, side] = light.night
    ? ['#6674ab', '#515e95', '#3d4878']
    : [c.GRANITE_LIGHT, c.GRANITE, c.GRANITE_DARK];
  const lit = light.night ? c.GORSE : c.INK;
  const slits: readonly (readonly [number, number])[] = [
    [560, 300],
    [620, 340],
    [720, 260],
    [760, 330],
    [860, 380],
    [910, 360],
    [500, 420],
    [660, 430],
  ];
  const boat = (x: number, y: number, hull: string, size: number) =>
    group(
      `translate(${x} ${y}) scale(${size})`,
      path('M-60 0H60L40 26H-42Z', hull),
      rect(-3, -90, 6, 90, c.INK),
      path('M6 -88V-8H52Z', c.PAPER),
      path('M-6 -74V-8H-44Z', light.night ? c.GRANITE_LIGHT : c.SAND),
    );
  return [
    sky(light.sky),
    light.night ? stars(random, 80, 420, c.PAPER) : '',
    sunWithGlow(light.night ? 250 : 1_130, light.night ? 200 : 250, 74, light),
    hill(
      [
        [-20, 560],
        [260, 520],
        [520, 430],
        [760, 410],
        [980, 460],
        [1_180, 560],
        [1_460, 590],
      ],
      light.land[0],
    ),
    tower(470, 380, 130, side),
    tower(560, 250, 160, face),
    tower(700, 200, 120, back),
    tower(700, 300, 210, face),
    tower(820, 340, 150, side),
    tower(610, 380, 190, back),
    ...slits.map(([x, y]) => rect(x, y, 12, 26, lit, 6)),
    hill(
      [
        [-20, 640],
        [300, 600],
        [520, 500],
        [760, 520],
        [1_000, 540],
        [1_240, 640],
        [1_460, 660],
      ],
      light.land[1],
    ),
    rect(0, 650, WIDTH, 250, far),
    polygon(
      [
        [880, 650],
        [1_440, 640],
        [1_440, 690],
        [880, 678],
      ],
      side,
    ),
    faint(
      0.55,
      polygon(
        [
          [480, 652],
          [970, 652],
          [900, 770],
          [560, 770],
        ],
        light.land[1],
      ),
    ),
    light.night ? glitter(250, 672, 5, '#5d7f92', random) : glitter(1_130, 700, 4, light.sun, random),
    swell(740, 14, 200, middle, 60),
    boat(330, 742, c.FLARE, 1.3),
    boat(720, 762, c.GORSE, 0.95),
    boat(1_120, 752, light.night ? c.LAGOON : c.TIDE_DEEP, 1.5),
    swell(822, 16, 260, near, 0),
  ].join('');
}

/** The north coast path: cliffs behind cliffs, gorse in flower. */
export function cliffPath(light: Light, random: Random): string {
  const bush = (x: number, y: number, size: number) =>
    disc(x, y, size, light.land[2]) +
    repeat(7, () =>
      disc(x + between(random, -size, size) * 0.8, y - between(random, 0, size) * 0.8, size * 0.2, c.GORSE),
    );
  return [
    sky(light.sky),
    light.night ? stars(random, 60, 340, c.PAPER) : '',
    sunWithGlow(350, 300, 96, light),
    rect(0, 470, WIDTH, 430, light.sea[0]),
    hill(
      [
        [760, 480],
        [900, 380],
        [1_080, 340],
        [1_280, 330],
        [1_460, 290],
      ],
      light.land[0],
    ),
    swell(560, 12, 220, light.sea[1], 30),
    path(
      'M560 900C600 700 640 640 720 600C800 560 840 440 960 430C1120 410 1240 400 1440 360V900Z',
      light.land[1],
    ),
    path('M560 900C600 700 640 640 720 600C740 700 700 800 720 900Z', c.GRANITE),
    path(
      'M720 600C800 560 840 440 960 430C900 520 900 620 830 660C770 690 740 800 720 900C700 800 740 700 720 600Z',
      c.GRANITE_DARK,
    ),
    swell(700, 14, 200, light.sea[2], 0),
    path('M0 900V640C160 600 300 640 420 700C520 750 560 800 660 900Z', light.land[2]),
    path('M660 900C820 700 1060 640 1440 560V900Z', light.land[2]),
    path(
      'M860 900C900 800 1040 760 1060 700C1080 650 1180 640 1220 590C1240 640 1150 680 1150 720C1150 780 1080 820 1090 900Z',
      c.SAND,
    ),
    ...[
      [1_240, 700, 60],
      [1_340, 650, 48],
      [1_390, 780, 70],
      [800, 830, 52],
      [900, 770, 36],
      [1_190, 830, 44],
      [120, 700, 64],
      [270, 720, 44],
      [360, 830, 66],
      [60, 830, 54],
    ].map(([x, y, size]) => bush(x ?? 0, y ?? 0, size ?? 0)),
    ...[
      [1_076, 716, c.FLARE],
      [1_108, 706, c.LAGOON],
    ].map(([x, y, coat]) =>
      group(
        `translate(${x} ${y})`,
        rect(-9, -44, 18, 30, String(coat), 8),
        disc(0, -54, 9, c.BLUSH),
        rect(-8, -16, 7, 20, c.INK),
        rect(2, -16, 7, 20, c.INK),
      ),
    ),
  ].join('');
}
