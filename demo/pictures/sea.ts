import * as c from './palette.ts';
import type { Light } from './palette.ts';
import {
  between,
  disc,
  faint,
  glitter,
  group,
  HEIGHT,
  hill,
  line,
  oval,
  path,
  pick,
  type Random,
  rect,
  repeat,
  ring,
  scallops,
  sky,
  stars,
  sunWithGlow,
  swell,
  WIDTH,
} from './shapes.ts';

const parasol = (x: number, y: number, radius: number, turn: number, colours: readonly [string, string]) =>
  faint(0.18, disc(x + 16, y + 22, radius, c.INK)) +
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    ...Array.from({ length: 8 }, (_, index) => {
      const [from, to] = [(index * Math.PI) / 4, ((index + 1) * Math.PI) / 4];
      const at = (angle: number) => `${Math.cos(angle) * radius} ${Math.sin(angle) * radius}`;
      return path(`M0 0L${at(from)}A${radius} ${radius} 0 0 1 ${at(to)}Z`, colours[index % 2] ?? c.PAPER);
    }),
    disc(0, 0, radius * 0.1, c.INK),
  );

/** A beach from straight above: shallows, foam, towels and parasols. */
export function beachFromAbove(light: Light, random: Random): string {
  const shore = (offset: number, fill: string) =>
    path(
      `M0 ${520 - offset}C240 ${400 - offset} 430 ${560 - offset} 700 ${470 - offset}S1180 ${250 - offset} 1440 ${330 - offset}V0H0Z`,
      fill,
    );
  const spots: readonly (readonly [number, number, number])[] = [
    [180, 660, 92],
    [430, 760, 78],
    [640, 620, 104],
    [900, 730, 86],
    [1_100, 520, 98],
    [1_320, 680, 90],
    [1_180, 830, 70],
  ];
  const pairs: readonly (readonly [string, string])[] = [
    [c.FLARE, c.PAPER],
    [c.GORSE, c.PAPER],
    [c.TIDE, c.FOAM],
    [c.RUST, c.BLUSH],
    [c.LAGOON, c.PAPER],
  ];
  return [
    rect(0, 0, WIDTH, 900, light.night ? c.SAND_DEEP : c.SAND),
    shore(-52, c.SAND_DEEP),
    shore(-18, c.PAPER),
    shore(0, light.sea[0]),
    shore(66, c.FOAM),
    shore(80, light.sea[0]),
    shore(170, light.sea[1]),
    shore(290, light.sea[2]),
    ...spots.map(([x, y, radius], index) => {
      const turn = between(random, 0, 45);
      const towel = group(
        `translate(${x + radius * 1.25} ${y + radius * 0.5}) rotate(${-30 + index * 17})`,
        rect(-24, -62, 48, 124, pick(random, [c.CORAL, c.LAGOON, c.STRAW, c.PAPER]), 6),
        rect(-24, -40, 48, 14, c.PAPER),
        rect(-24, 28, 48, 14, c.PAPER),
      );
      return towel + parasol(x, y, radius, turn, pairs[index % pairs.length] ?? [c.FLARE, c.PAPER]);
    }),
    ...Array.from({ length: 5 }, (_, index) => {
      const [x, y] = [
        190 + index * 250 + between(random, -50, 50),
        300 - index * 34 + between(random, -50, 30),
      ];
      return (
        ring(x, y, 34, '#ffffff55', 5) +
        disc(x, y, 13, index % 2 ? c.SAND_DEEP : '#7a4b32') +
        rect(x - 26, y + 6, 52, 12, pick(random, [c.FLARE, c.GORSE]), 6)
      );
    }),
  ].join('');
}

/** Sails crossing each other on a tiled sea. */
export function regatta(light: Light, random: Random): string {
  const sail = (x: number, foot: number, size: number, colour: string, other: string) =>
    group(
      `translate(${x} ${foot}) scale(${size})`,
      path('M8 -420C120 -300 160 -150 168 -24H8Z', colour),
      path('M-8 -380C-70 -280 -110 -150 -124 -24H-8Z', other),
      rect(-4, -440, 8, 440, c.INK),
      path('M-150 -10H190C180 30 150 50 120 50H-90C-120 44 -140 20 -150 -10Z', c.INK),
      rect(-142, -2, 322, 10, c.PAPER),
    );
  return [
    sky(light.sky),
    sunWithGlow(720, 380, 150, light),
    light.night ? stars(random, 60, 400, c.PAPER) : '',
    hill(
      [
        [-20, 520],
        [200, 470],
        [420, 500],
        [700, 520],
        [1_000, 500],
        [1_240, 455],
        [1_460, 500],
      ],
      light.land[0],
    ),
    rect(0, 520, WIDTH, 380, light.sea[0]),
    sail(1_150, 590, 0.62, c.GORSE, c.PAPER),
    sail(180, 600, 0.56, c.LAGOON, c.FOAM),
    scallops(600, 70, light.sea[0], light.sea[1], 0),
    sail(470, 690, 1.02, c.PAPER, c.FLARE),
    scallops(690, 80, light.sea[1], light.sea[0], 60),
    sail(960, 770, 1.22, light.sky === c.FLARE ? c.TIDE : c.FLARE, c.SAND),
    scallops(780, 90, light.sea[2], light.sea[1], 20),
  ].join('');
}

/** A breaking wave at St Ouen, and who waits behind it. */
export function surf(light: Light, random: Random): string {
  const [far, middle, near] = light.sea;
  const board = (x: number, y: number, turn: number, fill: string) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      oval(0, 0, 34, 150, fill),
      rect(-4, -148, 8, 296, c.PAPER),
      oval(0, 90, 34, 10, c.PAPER),
    );
  return [
    sky(light.sky),
    sunWithGlow(1_060, 300, 120, light),
    rect(0, 500, WIDTH, 400, far),
    glitter(1_060, 520, 5, light.sun, random),
    path(
      'M0 640C160 600 300 380 560 300C760 240 960 320 1000 470C1010 540 960 590 900 590C840 590 810 540 836 500C790 470 720 500 690 580C660 680 760 760 960 770H1440V900H0Z',
      near,
    ),
    path(
      'M0 720C220 690 360 470 600 400C720 370 820 400 850 440C760 420 660 470 630 570C590 690 700 800 900 830H1440V900H0Z',
      middle,
    ),
    path('M0 800C260 780 400 610 560 540C520 690 640 850 860 870H1440V900H0Z', far),
    line('M540 316C760 250 950 330 982 470C990 530 950 566 904 566', c.PAPER, 30),
    ...[
      [1_000, 500, 30],
      [978, 566, 26],
      [920, 606, 30],
      [860, 590, 22],
      [1_030, 440, 20],
      [960, 620, 16],
      [1_040, 540, 14],
    ].map(([x, y, radius]) => disc(x ?? 0, y ?? 0, radius ?? 0, c.PAPER)),
    line('M110 772C280 740 410 610 520 560', '#ffffff66', 10),
    line('M60 846C280 820 430 700 540 620', '#ffffff44', 10),
    board(1_240, 640, 14, c.GORSE),
    board(1_330, 660, -8, c.FLARE),
    hill(
      [
        [1_080, 900],
        [1_180, 800],
        [1_320, 780],
        [1_460, 760],
      ],
      c.SAND,
    ),
  ].join('');
}

/** A swimmer by moonlight: the product's mark on water. */
export function moonSwim(light: Light, random: Random): string {
  const water = light.night ? ['#16505f', '#0d3a4b'] : [light.sea[0], light.sea[1]];
  return [
    sky(light.sky),
    light.night ? stars(random, 90, 380, c.PAPER) : '',
    sunWithGlow(720, 250, 100, light),
    hill(
      [
        [-20, 400],
        [240, 330],
        [420, 400],
        [640, 440],
        [1_000, 440],
        [1_200, 360],
        [1_460, 320],
      ],
      light.land[1],
    ),
    rect(0, 440, WIDTH, 460, water[1] ?? c.TIDE),
    glitter(720, 456, 13, light.night ? '#9fb8bd' : light.sun, random),
    oval(720, 720, 520, 128, water[0] ?? c.TIDE),
    oval(720, 720, 430, 104, water[1] ?? c.TIDE),
    oval(720, 720, 300, 72, water[0] ?? c.TIDE),
    oval(720, 720, 210, 50, water[1] ?? c.TIDE),
    path('M640 724C650 690 690 676 720 676S790 690 800 724Z', '#c98d64'),
    disc(720, 636, 50, '#c98d64'),
    path('M668 636A52 52 0 0 1 772 636C750 622 690 622 668 636Z', c.FLARE),
    swell(846, 12, 220, light.night ? '#0a2435' : light.sea[2], 0),
  ].join('');
}

/** Kayaks in clear water, from above. */
export function kayaks(light: Light, random: Random): string {
  const kayak = (x: number, y: number, turn: number, hull: string, deck: string) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      faint(0.25, path('M-10 -210C60 -120 60 160 -10 250C-80 160 -80 -120 -10 -210Z', c.INK)),
      path('M0 -230C70 -130 70 130 0 230C-70 130 -70 -130 0 -230Z', hull),
      path('M0 -230C30 -170 36 -120 40 -80H-40C-36 -120 -30 -170 0 -230Z', deck),
      path('M0 230C30 170 36 130 40 100H-40C-36 130 -30 170 0 230Z', deck),
      oval(0, 14, 36, 62, c.INK),
      group(
        'rotate(-24)',
        rect(-150, 4, 300, 10, c.SAND_DEEP, 5),
        oval(-160, 9, 40, 18, c.PAPER),
        oval(160, 9, 40, 18, c.PAPER),
      ),
      disc(0, 12, 34, c.FLARE),
      disc(0, 4, 24, '#a8672f'),
      disc(0, 4, 16, c.GORSE),
    );
  const shallows = repeat(9, () =>
    path(
      `M${between(random, -100, 1_300)} ${between(random, 0, 850)}q120 -50 240 0t240 0q-120 70 -240 40t-240 -40Z`,
      light.sea[1],
    ),
  );
  return [
    sky(light.sea[0]),
    shallows,
    repeat(26, () =>
      group(
        `translate(${between(random, 0, WIDTH)} ${between(random, 0, HEIGHT)})`,
        line('M-40 0q20 -14 40 0t40 0', c.FOAM, 5),
      ),
    ),
    path('M0 0H360C340 120 240 130 200 220S80 300 0 320Z', c.GRANITE),
    path('M0 0H270C250 90 170 100 140 170S60 230 0 240Z', c.GRANITE_DARK),
    path('M1440 900H1080C1100 800 1220 790 1260 700S1380 600 1440 590Z', c.SAND),
    path('M1440 900H1150C1180 830 1280 820 1310 750S1400 670 1440 660Z', c.SAND_DEEP),
    kayak(500, 420, 38, c.GORSE, c.STRAW),
    kayak(830, 620, 58, c.PAPER, c.GRANITE_LIGHT),
    kayak(940, 240, 24, light.sky === c.FLARE ? c.TIDE : c.FLARE, c.CORAL),
  ].join('');
}
