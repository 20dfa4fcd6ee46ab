import * as c from './palette.ts';
import type { Light } from './palette.ts';
import {
  disc,
  faint,
  group,
  hill,
  line,
  oval,
  path,
  rect,
  repeat,
  ring,
  sky,
  sunWithGlow,
  swell,
  WIDTH,
} from './shapes.ts';

/** A day's ride: two wheels on the coast road. */
export function bicycle(light: Light): string {
  const wheel = (x: number) =>
    ring(x, 650, 168, c.INK, 20) +
    ring(x, 650, 148, c.GRANITE_LIGHT, 6) +
    repeat(9, (n) =>
      group(
        `rotate(${n * 20} ${x} 650)`,
        rect(x - 148, 648.5, 296, 3, light.night ? c.PAPER : c.GRANITE_DARK),
      ),
    ) +
    disc(x, 650, 20, c.INK);
  const frame = light.sky === c.FLARE ? c.GORSE : c.FLARE;
  return [
    sky(light.sky),
    sunWithGlow(720, 330, 170, light),
    hill(
      [
        [-20, 560],
        [300, 450],
        [560, 520],
        [860, 440],
        [1_160, 520],
        [1_460, 450],
      ],
      light.land[0],
    ),
    hill(
      [
        [-20, 640],
        [360, 590],
        [820, 620],
        [1_460, 570],
      ],
      light.land[1],
    ),
    rect(0, 780, WIDTH, 120, light.land[2]),
    repeat(9, (n) => rect(n * 180 - 40, 838, 96, 12, c.STRAW, 6)),
    wheel(430),
    wheel(1_010),
    line('M430 650L610 380L940 380L690 650Z', frame, 24),
    line('M610 380L690 650', frame, 24),
    line('M940 380L1010 650', frame, 20),
    line('M594 356L580 320', c.INK, 16),
    rect(520, 296, 130, 26, c.INK, 13),
    line('M940 380L920 300H1000C1040 300 1040 350 1006 352', c.INK, 16),
    ring(690, 650, 42, c.INK, 12),
    line('M690 650L736 716', c.INK, 12),
    rect(712, 712, 60, 14, c.INK, 7),
    rect(960, 396, 150, 96, c.SAND_DEEP, 16),
    repeat(4, (n) => rect(960, 412 + n * 20, 150, 5, '#b98f55')),
    disc(990, 384, 26, c.CORAL),
    disc(1_036, 374, 30, c.PAPER),
    disc(1_084, 386, 24, c.STRAW),
  ].join('');
}

/** A court and a ball in the air. */
export function court(light: Light): string {
  const [ground, play] = light.night
    ? [c.NIGHT, c.TIDE_DEEP]
    : light.sky === c.FLARE
      ? [c.RUST, c.FLARE]
      : [c.MOSS, c.TIDE];
  return [
    sky(ground),
    group(
      'translate(720 450) rotate(-16)',
      rect(-640, -330, 1_280, 660, play),
      ...[
        [-640, -330, 1_280, 12],
        [-640, 318, 1_280, 12],
        [-640, -330, 12, 660],
        [628, -330, 12, 660],
        [-640, -220, 1_280, 10],
        [-640, 210, 1_280, 10],
        [-320, -220, 10, 440],
        [310, -220, 10, 440],
        [-320, -5, 640, 10],
      ].map(([x, y, width, height]) => rect(x ?? 0, y ?? 0, width ?? 0, height ?? 0, c.PAPER)),
      rect(-9, -370, 18, 740, c.INK),
      repeat(24, (n) => rect(-9, -362 + n * 31, 18, 4, c.GRANITE)),
    ),
    faint(0.3, oval(1_010, 700, 96, 40, c.INK)),
    disc(1_000, 360, 150, c.GORSE),
    path('M880 270C960 320 960 420 890 462A150 150 0 0 1 880 270Z', c.STRAW),
    line('M884 262C966 316 966 416 888 466', c.PAPER, 12),
    line('M1120 270C1040 318 1040 408 1112 460', c.PAPER, 12),
    ...[
      [560, 610],
      [660, 545],
      [762, 480],
    ].map(([x, y], index) => disc(x ?? 0, y ?? 0, 12 + index * 8, c.PAPER)),
  ].join('');
}

/** A first light over the bay, and mats in the grass. */
export function stretch(light: Light): string {
  const figure = (x: number, size: number, fill: string, mat: string) =>
    group(
      `translate(${x} 800) scale(${size})`,
      oval(0, 16, 180, 26, mat),
      line('M-110 6C-90 -40 -40 -30 0 -14C40 -30 90 -40 110 6', fill, 44),
      path('M-46 -10C-54 -120 -40 -170 0 -170S54 -120 46 -10Z', fill),
      line('M-30 -140C-70 -210 -50 -280 0 -330', '#b9805a', 24),
      line('M30 -140C70 -210 50 -280 0 -330', '#b9805a', 24),
      disc(0, -214, 38, '#b9805a'),
      path('M-40 -214A40 40 0 0 1 40 -214C30 -236 -20 -244 -40 -214Z', c.INK),
      disc(0, -258, 18, c.INK),
    );
  return [
    sky(light.sky),
    sunWithGlow(720, 430, 190, light),
    rect(0, 540, WIDTH, 360, light.sea[0]),
    swell(600, 10, 200, light.sea[1], 0),
    path('M0 900V760C300 690 1140 690 1440 760V900Z', light.land[1]),
    figure(300, 0.8, c.TIDE, c.CORAL),
    figure(1_140, 0.8, c.GORSE, c.TIDE),
    figure(720, 1.15, light.sky === c.FLARE ? c.LAGOON : c.FLARE, c.PAPER),
  ].join('');
}
