import * as c from './palette.ts';
import type { Light } from './palette.ts';
import {
  between,
  disc,
  faint,
  group,
  hill,
  line,
  oval,
  path,
  pick,
  polygon,
  type Random,
  rect,
  repeat,
  sky,
  stars,
  sunWithGlow,
  swell,
  WIDTH,
} from './shapes.ts';

/** A fire on the beach. */
export function campfire(light: Light, random: Random): string {
  const sitting = (x: number, turn: number, coat: string) =>
    group(
      `translate(${x} 690) scale(${turn} 1)`,
      path('M-50 110C-56 20 -30 -6 0 -6S50 30 44 70L110 84V110Z', coat),
      disc(6, -36, 34, '#b9805a'),
      path('M-30 -36A36 36 0 0 1 42 -40C20 -52 -10 -50 -30 -36Z', c.INK),
      line('M20 40L84 30', coat, 22),
    );
  const ember = repeat(22, () =>
    disc(
      720 + between(random, -150, 150),
      between(random, 120, 470),
      between(random, 3, 8),
      pick(random, [c.GORSE, c.FLARE]),
    ),
  );
  return [
    sky(light.night ? c.NIGHT : light.sky),
    stars(random, light.night ? 120 : 0, 500, c.PAPER),
    disc(720, 640, 520, light.night ? '#2b2a4a' : light.glow[0]),
    disc(720, 640, 390, light.night ? '#46304d' : light.glow[1]),
    disc(720, 640, 270, light.night ? '#6e3a48' : c.STRAW),
    rect(0, 600, WIDTH, 300, light.sea[1]),
    swell(640, 10, 200, light.sea[2], 0),
    hill(
      [
        [-20, 780],
        [300, 740],
        [720, 730],
        [1_140, 740],
        [1_460, 790],
      ],
      c.SAND_DEEP,
    ),
    oval(720, 800, 300, 54, c.GORSE),
    oval(720, 800, 210, 36, c.STRAW),
    path(
      'M720 300C800 420 880 500 860 640C850 740 790 800 720 800S590 740 580 640C566 520 690 470 720 300Z',
      c.FLARE,
    ),
    path(
      'M726 430C790 520 830 580 814 670C802 744 764 790 722 790S640 744 630 676C620 590 720 540 726 430Z',
      c.GORSE,
    ),
    path(
      'M724 570C760 630 780 660 770 712C762 760 744 784 722 784S682 756 676 716C670 660 716 640 724 570Z',
      c.PAPER,
    ),
    group('translate(720 800) rotate(12)', rect(-150, -16, 300, 36, '#6b4327', 18)),
    group(
      'translate(720 804) rotate(-12)',
      rect(-150, -16, 300, 36, '#875636', 18),
      disc(136, 2, 14, c.SAND),
    ),
    ember,
    sitting(330, 1, c.TIDE),
    sitting(1_120, -1, c.RUST),
    sitting(170, 1, c.GORSE),
    sitting(1_290, -1, c.LAGOON),
  ].join('');
}

/** A film in the park. */
export function openAirCinema(light: Light, random: Random): string {
  const chair = (x: number, y: number, size: number, fill: string) =>
    group(
      `translate(${x} ${y}) scale(${size})`,
      line('M-60 120L50 -60', c.INK, 12),
      line('M60 120L-40 -10', c.INK, 12),
      polygon(
        [
          [44, -64],
          [104, -64],
          [14, 96],
          [-46, 96],
        ],
        fill,
      ),
      polygon(
        [
          [64, -64],
          [84, -64],
          [-6, 96],
          [-26, 96],
        ],
        c.PAPER,
      ),
    );
  return [
    sky(light.night ? c.NIGHT : light.sky),
    stars(random, light.night ? 110 : 0, 420, c.PAPER),
    faint(
      0.35,
      polygon(
        [
          [1_440, 760],
          [1_440, 810],
          [300, 640],
          [300, 120],
        ],
        c.STRAW,
      ),
    ),
    hill(
      [
        [-20, 600],
        [300, 560],
        [900, 600],
        [1_460, 540],
      ],
      light.land[0],
    ),
    rect(282, 100, 876, 540, c.INK, 14),
    rect(306, 124, 828, 468, light.night ? c.FLARE : c.TIDE_DEEP, 4),
    sunWithGlow(
      720,
      400,
      60,
      light.night
        ? { glow: ['#ff7648', '#ff9a52'], sun: c.STRAW }
        : { glow: ['#0e5d69', '#14717c'], sun: c.PAPER },
    ),
    path('M306 470C480 430 560 500 720 470S1000 430 1134 470V592H306Z', light.night ? '#6b3354' : c.LAGOON),
    path('M306 530C520 500 640 550 800 530S1040 510 1134 530V592H306Z', light.night ? c.NIGHT : c.TIDE),
    path('M650 470L700 350V470Z', light.night ? c.PAPER : c.FLARE),
    path('M708 470V310L780 470Z', light.night ? c.PAPER : c.GORSE),
    path('M630 476H800L776 506H656Z', c.INK),
    rect(330, 640, 24, 80, c.INK),
    rect(1_086, 640, 24, 80, c.INK),
    hill(
      [
        [-20, 720],
        [500, 690],
        [1_000, 720],
        [1_460, 690],
      ],
      light.land[1],
    ),
    ...[180, 420, 660, 900, 1_140].map((x, index) =>
      chair(x, 730, 0.8, [c.FLARE, c.GORSE, c.LAGOON][index % 3] ?? c.FLARE),
    ),
    hill(
      [
        [-20, 850],
        [500, 820],
        [1_000, 850],
        [1_460, 830],
      ],
      light.land[2],
    ),
    ...[60, 340, 640, 940, 1_240].map((x, index) =>
      chair(x + 40, 830, 1.1, [c.LAGOON, c.FLARE, c.GORSE][index % 3] ?? c.FLARE),
    ),
  ].join('');
}

/** Rockets over the harbour. */
export function fireworks(light: Light, random: Random): string {
  const burst = (x: number, y: number, radius: number, fill: string, other: string) =>
    repeat(16, (n) => {
      const angle = (n / 16) * Math.PI * 2;
      const at = (reach: number) => [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach] as const;
      const [from, to, tip] = [at(radius * 0.3), at(radius * 0.8), at(radius)];
      return (
        line(`M${from.join(' ')}L${to.join(' ')}`, n % 2 ? fill : other, 9) +
        disc(tip[0], tip[1], 9, n % 2 ? other : fill)
      );
    }) + disc(x, y, radius * 0.12, fill);
  const ground = light.night ? c.NIGHT : '#3b2a55';
  const house = (x: number, width: number, height: number) =>
    rect(x, 700 - height, width, height, c.INK) +
    polygon(
      [
        [x - 8, 700 - height],
        [x + width / 2, 660 - height],
        [x + width + 8, 700 - height],
      ],
      c.INK,
    ) +
    repeat(
      Math.floor(height / 52),
      (n) =>
        (random() < 0.7 ? rect(x + width * 0.25, 716 - height + n * 48, 14, 20, c.GORSE) : '') +
        (random() < 0.6 ? rect(x + width * 0.62, 716 - height + n * 48, 14, 20, c.STRAW) : ''),
    );
  let street = '';
  for (let x = -10; x < WIDTH;) {
    const width = between(random, 70, 110);
    street += house(x, width, between(random, 90, 190));
    x += width + 6;
  }
  return [
    sky(ground),
    stars(random, 70, 560, c.PAPER),
    burst(420, 260, 210, c.FLARE, c.STRAW),
    burst(980, 210, 180, c.LAGOON, c.PAPER),
    burst(1_220, 410, 120, c.GORSE, c.CORAL),
    burst(700, 400, 110, c.CORAL, c.GORSE),
    burst(150, 440, 90, c.PAPER, c.LAGOON),
    street,
    rect(0, 700, WIDTH, 200, light.night ? '#0d3a4b' : '#552a45'),
    repeat(46, () =>
      rect(
        between(random, 0, WIDTH),
        between(random, 712, 850),
        between(random, 30, 110),
        7,
        pick(random, [c.FLARE, c.GORSE, c.LAGOON, c.STRAW]),
        4,
      ),
    ),
    swell(840, 12, 200, light.night ? '#0a2435' : c.NIGHT, 0),
  ].join('');
}
