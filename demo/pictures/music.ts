import * as c from './palette.ts';
import type { Light } from './palette.ts';
import {
  between,
  disc,
  faint,
  group,
  HEIGHT,
  line,
  oval,
  path,
  pick,
  polygon,
  type Random,
  rect,
  repeat,
  ring,
  sky,
  sunWithGlow,
  WIDTH,
} from './shapes.ts';

/** A stage, its lamps and the heads of those who came. */
export function stage(light: Light, random: Random): string {
  const [back, beam, lamp] = light.night ? [c.NIGHT, c.DUSK, c.GORSE] : [c.RUST, c.FLARE, c.STRAW];
  const beams = [200, 460, 720, 980, 1_240].map((x, index) =>
    polygon(
      [
        [x - 16, 96],
        [x + 16, 96],
        [x + (index - 2) * -150 + 190, 640],
        [x + (index - 2) * -150 - 190, 640],
      ],
      index % 2 ? beam : light.night ? '#3f4a7c' : c.CORAL,
    ),
  );
  const person = (x: number, y: number, size: number, fill: string) => {
    const arms = pick(random, ['none', 'one', 'both', 'none']);
    const arm = (side: number) =>
      line(
        `M${x + side * size * 0.95} ${y + size * 1.7}L${x + side * size * 1.5} ${y - size * 1.3}`,
        fill,
        size * 0.5,
      );
    return (
      disc(x, y, size, fill) +
      path(
        `M${x - size * 1.7} ${HEIGHT}V${y + size * 2.3}Q${x - size * 1.7} ${y + size * 1.2} ${x} ${y + size * 1.2}T${x + size * 1.7} ${y + size * 2.3}V${HEIGHT}Z`,
        fill,
      ) +
      (arms === 'none' ? '' : arm(1)) +
      (arms === 'both' ? arm(-1) : '')
    );
  };
  const crowd = (y: number, size: number, step: number, fill: string) =>
    repeat(Math.ceil(WIDTH / step) + 1, (index) =>
      person(index * step + between(random, -14, 14), y + between(random, -24, 24), size, fill),
    );
  return [
    sky(back),
    faint(0.75, ...beams),
    sunWithGlow(720, 420, 92, { glow: light.night ? ['#4a558a', '#6b6f9a'] : [c.CORAL, c.BLUSH], sun: lamp }),
    rect(80, 70, 1_280, 22, c.INK),
    repeat(20, (n) => line(`M${90 + n * 63} 72l31 -40l31 40`, c.INK, 7)),
    rect(80, 26, 1_280, 12, c.INK),
    rect(96, 30, 26, 640, c.INK),
    rect(1_318, 30, 26, 640, c.INK),
    ...[200, 460, 720, 980, 1_240].map((x) => rect(x - 24, 84, 48, 34, c.INK, 6) + disc(x, 118, 15, lamp)),
    rect(0, 660, WIDTH, 240, light.night ? '#171b33' : '#7a2418'),
    rect(60, 620, 1_320, 60, c.INK),
    ...[180, 1_150].map(
      (x) =>
        rect(x, 440, 110, 190, c.INK, 8) +
        ring(x + 55, 500, 30, c.GRANITE_DARK, 7) +
        ring(x + 55, 576, 36, c.GRANITE_DARK, 7),
    ),
    group(
      'translate(720 480)',
      disc(0, 0, 26, c.INK),
      path('M-46 140V60Q-46 34 0 34T46 60V140Z', c.INK),
      line('M-20 70L-84 104', c.INK, 18),
      line('M70 -16L-92 128', c.INK, 12),
      oval(-66, 106, 46, 34, lamp),
      disc(-66, 106, 12, c.INK),
    ),
    crowd(740, 26, 74, light.night ? '#2a2f55' : '#8f2b1c'),
    crowd(810, 34, 96, light.night ? '#1a1f3c' : '#5c1c1c'),
    crowd(880, 44, 124, c.INK),
  ].join('');
}

/** A record on its deck. */
export function record(light: Light): string {
  const [left, right, label] = light.night
    ? [c.NIGHT, c.DUSK, c.GORSE]
    : light.sky === c.FLARE
      ? [c.FLARE, c.GORSE, c.PAPER]
      : [light.sky, c.GORSE, c.FLARE];
  return [
    sky(left),
    rect(720, 0, 720, HEIGHT, right),
    disc(660, 450, 400, c.INK),
    ...[372, 344, 318, 290, 262, 236, 210].map((radius, index) =>
      ring(660, 450, radius, index % 2 ? '#2b2e3b' : '#22242f', 5),
    ),
    faint(
      0.16,
      polygon(
        [
          [660, 450],
          [360, 190],
          [440, 126],
        ],
        c.PAPER,
      ),
      polygon(
        [
          [660, 450],
          [960, 710],
          [880, 774],
        ],
        c.PAPER,
      ),
    ),
    disc(660, 450, 150, label),
    path('M510 450A150 150 0 0 1 810 450Z', c.TIDE),
    ring(660, 450, 100, c.PAPER, 8),
    disc(660, 450, 18, c.PAPER),
    disc(1_210, 190, 96, c.GRANITE_LIGHT),
    disc(1_210, 190, 62, c.GRANITE),
    line('M1210 190L1170 560L980 640', c.PAPER, 26),
    group(
      'translate(960 648) rotate(-22)',
      rect(-50, -24, 96, 48, c.INK, 8),
      rect(-50, -24, 20, 48, c.FLARE, 6),
    ),
    disc(1_210, 190, 26, c.INK),
    ...[640, 720, 800].map(
      (y, index) => rect(1_180, y, 180, 14, c.INK, 7) + disc(1_210 + index * 56, y + 7, 24, c.PAPER),
    ),
  ].join('');
}
