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
  swell,
  WIDTH,
} from './shapes.ts';

const lemon = (x: number, y: number, radius: number) =>
  disc(x, y, radius, c.GORSE) +
  disc(x, y, radius * 0.84, c.STRAW) +
  repeat(8, (n) =>
    group(
      `translate(${x} ${y}) rotate(${n * 45})`,
      path(
        `M0 ${-radius * 0.12}L${radius * 0.2} ${-radius * 0.7}Q0 ${-radius * 0.86} ${-radius * 0.2} ${-radius * 0.7}Z`,
        c.GORSE,
      ),
    ),
  );

const plate = (x: number, y: number, radius: number, rim: string) =>
  faint(0.2, disc(x + 12, y + 16, radius, c.INK)) +
  disc(x, y, radius, c.PAPER) +
  ring(x, y, radius * 0.88, rim, 8) +
  disc(x, y, radius * 0.66, '#f3ece0');

/** A table laid outdoors, from above. */
export function supper(light: Light, random: Random): string {
  const [cloth, check] = light.night
    ? [c.TIDE_DEEP, c.TIDE]
    : light.sky === c.FLARE
      ? [c.FLARE, c.CORAL]
      : [c.TIDE, '#1a7c84'];
  const checks =
    repeat(8, (n) => rect(n * 200, 0, 100, HEIGHT, check)) +
    faint(
      0.5,
      repeat(5, (n) => rect(0, n * 200, WIDTH, 100, check)),
    );
  const cutlery = (x: number, y: number, turn: number) =>
    group(
      `translate(${x} ${y}) rotate(${turn})`,
      rect(-7, -90, 14, 190, c.GRANITE_LIGHT, 7),
      oval(0, -92, 20, 34, c.GRANITE_LIGHT),
    );
  const fish = group(
    'translate(720 440) rotate(-14)',
    path('M-250 0C-160 -110 60 -120 190 0C60 120 -160 110 -250 0Z', c.LAGOON),
    path('M-250 0C-160 -110 60 -120 190 0Z', '#2ba3ab'),
    path('M170 0L300 -84Q270 0 300 84Z', c.TIDE_DEEP),
    disc(-176, -14, 15, c.PAPER) + disc(-176, -14, 8, c.INK),
    repeat(12, (n) =>
      ring(-84 + (n % 4) * 56 + (n % 8 > 3 ? 28 : 0), -36 + Math.floor(n / 4) * 34, 20, c.TIDE, 5),
    ),
  );
  return [
    sky(cloth),
    checks,
    plate(720, 450, 340, c.GORSE),
    fish,
    lemon(520, 640, 66),
    lemon(930, 260, 54),
    repeat(7, (n) =>
      group(`translate(${600 + n * 42} ${690 - n * 6}) rotate(${n * 37})`, oval(0, 0, 26, 9, c.MOSS)),
    ),
    plate(190, 220, 160, c.FLARE),
    repeat(5, (n) =>
      group(
        `translate(190 220) rotate(${n * 72})`,
        path('M0 -92C34 -86 34 -40 0 -26C-34 -40 -34 -86 0 -92Z', c.GRANITE_DARK),
        path('M0 -84C22 -78 22 -48 0 -38C-22 -48 -22 -78 0 -84Z', c.FOAM),
        disc(0, -60, 8, c.PAPER),
      ),
    ),
    plate(1_260, 690, 170, c.TIDE),
    repeat(14, () =>
      disc(
        1_260 + between(random, -80, 80),
        690 + between(random, -80, 80),
        between(random, 18, 28),
        pick(random, [c.RUST, c.FLARE, c.GORSE, c.MOSS]),
      ),
    ),
    disc(1_250, 210, 120, c.SAND_DEEP) +
      disc(1_250, 210, 98, '#8f2d3d') +
      oval(1_220, 180, 30, 18, '#b04a57'),
    disc(180, 700, 112, c.FOAM) + disc(180, 700, 92, c.STRAW) + oval(156, 676, 26, 16, c.PAPER),
    cutlery(1_036, 780, 16),
    cutlery(400, 780, -14),
  ].join('');
}

/** A cup, from above, and what goes with it. */
export function coffee(light: Light): string {
  const table = light.night ? c.DUSK : light.sky;
  return [
    sky(table),
    repeat(7, (n) => rect(0, n * 130, WIDTH, 4, light.night ? c.NIGHT : light.glow[0])),
    faint(0.18, disc(650, 480, 340, c.INK)),
    disc(630, 450, 340, c.PAPER),
    ring(630, 450, 296, c.TIDE, 10),
    group(
      'translate(630 450) rotate(-32)',
      rect(200, -42, 180, 84, c.FLARE, 42),
      rect(220, -18, 124, 36, c.PAPER, 18),
    ),
    disc(630, 450, 226, c.FLARE),
    disc(630, 450, 198, '#6b4327'),
    disc(630, 450, 188, '#a8672f'),
    path(
      'M630 590C520 500 500 420 560 384C600 362 626 390 630 420C634 390 660 362 700 384C760 420 740 500 630 590Z',
      c.SAND,
    ),
    path(
      'M630 530C570 476 556 434 590 414C612 402 628 420 630 440C632 420 648 402 670 414C704 434 690 476 630 530Z',
      '#c98748',
    ),
    group(
      'translate(1130 420) rotate(-24)',
      path(
        'M-190 70C-170 -90 -60 -150 40 -140C140 -128 200 -50 210 70C150 20 100 0 40 0S-130 20 -190 70Z',
        '#d98f3d',
      ),
      path('M-120 -58L-60 10L-96 24L-158 -6Z', '#b96f27'),
      path('M-30 -130L4 0L-50 8L-100 -84Z', '#b96f27'),
      path('M84 -132L70 2L120 14L150 -92Z', '#b96f27'),
    ),
    group(
      'translate(190 700) rotate(-40)',
      rect(-90, -9, 200, 18, c.GRANITE, 9),
      oval(-110, 0, 48, 30, c.GRANITE),
    ),
    rect(1_010, 650, 250, 170, c.GORSE, 8),
    rect(1_010, 650, 26, 170, c.INK),
    ...[700, 734, 768].map((y) => rect(1_064, y, 150, 8, c.INK, 4)),
  ].join('');
}

/** A shelf, and the one who sleeps on it. */
export function books(light: Light, random: Random): string {
  const colours = [c.FLARE, c.TIDE, c.GORSE, c.PAPER, c.LAGOON, c.RUST, c.SAND, c.MOSS];
  const shelf = (foot: number, from: number, to: number) => {
    let spines = '';
    let last = '';
    for (let x = from; x < to;) {
      const [width, height] = [between(random, 38, 84), between(random, 180, 250)];
      const fill = pick(
        random,
        colours.filter((one) => one !== last),
      );
      const band = fill === c.PAPER || fill === c.GORSE || fill === c.SAND ? c.INK : c.PAPER;
      last = fill;
      if (x + width > to) break;
      spines +=
        rect(x, foot - height, width - 4, height, fill, 4) +
        rect(x + 6, foot - height + 26, width - 16, 8, band) +
        rect(x + 6, foot - 52, width - 16, 8, band) +
        (random() < 0.5 ? disc(x + width / 2 - 2, foot - height / 2, 9, band) : '');
      x += width;
    }
    return spines + rect(0, foot, WIDTH, 26, '#8a5a34') + rect(0, foot + 20, WIDTH, 8, '#6b4327');
  };
  const cat = group(
    'translate(1120 546)',
    path('M-210 34C-220 -70 -120 -120 10 -110C130 -100 190 -50 190 34Z', c.INK),
    disc(-150, -30, 70, c.INK),
    polygon(
      [
        [-208, -60],
        [-200, -130],
        [-150, -92],
      ],
      c.INK,
    ),
    polygon(
      [
        [-140, -92],
        [-96, -126],
        [-90, -54],
      ],
      c.INK,
    ),
    line('M-190 -24q14 14 28 0', c.GORSE, 6),
    line('M-140 -24q14 14 28 0', c.GORSE, 6),
    line('M180 20C250 30 250 90 200 96', c.INK, 30),
  );
  return [
    sky(light.night ? '#4a5a94' : c.BLUSH),
    shelf(290, 20, 1_430),
    shelf(580, 20, 860),
    cat,
    shelf(870, 20, 1_430),
  ].join('');
}

/** Glasses on a bar under warm lamps. */
export function pints(light: Light): string {
  const wall = light.night ? c.TIDE_DEEP : light.sky;
  const glass = (x: number, beer: string, foam: string, height: number) =>
    group(
      `translate(${x} 700)`,
      path(`M-92 ${-height}H92L70 0H-70Z`, '#ffffff66'),
      path(`M-86 ${-height + 70}H86L66 -14H-66Z`, beer),
      path(
        `M-88 ${-height + 76}C-100 ${-height - 6} -40 ${-height - 24} -20 ${-height + 4}C0 ${-height - 34} 70 ${-height - 24} 60 ${-height + 10}C100 ${-height + 4} 96 ${-height + 60} 86 ${-height + 80}Z`,
        foam,
      ),
      rect(-52, -height + 110, 16, height - 160, '#ffffff55', 8),
    );
  const lamp = (x: number) =>
    rect(x - 3, 0, 6, 130, c.INK) +
    path(`M${x - 90} 210Q${x} 70 ${x + 90} 210Z`, c.INK) +
    disc(x, 214, 26, c.STRAW) +
    faint(
      0.16,
      polygon(
        [
          [x - 60, 214],
          [x + 60, 214],
          [x + 220, 740],
          [x - 220, 740],
        ],
        c.STRAW,
      ),
    );
  return [
    sky(wall),
    repeat(16, (n) => rect(n * 96, 0, 4, 700, light.night ? '#0a5662' : light.glow[0])),
    ...[280, 720, 1_160].map(lamp),
    glass(240, c.GORSE, c.PAPER, 360),
    glass(480, '#6b3320', c.SAND, 380),
    glass(720, c.FLARE, c.PAPER, 350),
    glass(960, c.INK, c.SAND, 390),
    glass(1_200, '#d98f3d', c.PAPER, 360),
    rect(0, 700, WIDTH, 200, '#6b4327'),
    rect(0, 700, WIDTH, 26, '#8a5a34'),
    swell(838, 6, 340, '#5a3820', 60),
  ].join('');
}
