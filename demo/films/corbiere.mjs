// La Corbière as the sun goes down: the light turns, the sea runs, friends cross the causeway towards each other.
import * as c from '#demo/pictures/palette.ts';
import {
  between,
  disc,
  faint,
  group,
  line,
  path,
  polygon,
  randomFrom,
  rect,
  repeat,
} from '#demo/pictures/shapes.ts';
import {
  at,
  bar,
  HEIGHT,
  number,
  person,
  ripples,
  round,
  sway,
  water,
  WIDTH,
} from '#demo/pictures/moving.mjs';

/** Pale enough everywhere for words upon it once it is a background. */
export const PALE = {
  sky: ['#ffe9b0', '#ffd7a6', '#ffc2a3', '#ffa988', '#ff9672', c.CORAL],
  sun: c.STRAW,
  cloud: c.PAPER,
  sea: ['#f2836a', '#d96a6b', '#b4587a', '#8f4f70'],
  foam: '#ffd0b4',
  rock: ['#f0b08c', '#b97d7d', '#8f6076'],
  causeway: ['#f0c0a0', '#c98f86'],
  heath: ['#4f7d4a', '#3d6b49'],
  people: [c.TIDE, c.TIDE],
  trim: c.GRANITE_DARK,
};

/** As a poster, with all its depth. An empty sky leaves room for a name. */
export const DEEP = {
  sky: ['#ffc24a', '#ffa54f', '#ff8a52', '#ff7648', '#ff673f', c.FLARE],
  sun: c.STRAW,
  cloud: c.BLUSH,
  sea: ['#b94a3f', '#8a3d4c', '#553056', c.NIGHT],
  foam: '#f08a6c',
  rock: ['#d98a68', '#7d5560', '#463448'],
  causeway: ['#c98a72', '#6d4757'],
  heath: ['#20283a', c.INK],
  people: [c.INK, c.INK],
  trim: c.INK,
};

const HORIZON = 430;
const SUN = { x: 900, y: HORIZON - 26, radius: 84 };
const LAMP = { x: 372, y: 140 };

/** Rings of light that set out from the sun, each as bright as it is near. */
function sky(t, light) {
  const gap = 128;
  const outermost = 9;
  const colourAt = (radius) => {
    const step = Math.max(0, Math.min(light.sky.length - 1.001, (radius - SUN.radius) / gap));
    return mix(light.sky[Math.floor(step)], light.sky[Math.floor(step) + 1], step % 1);
  };
  const rings = repeat(outermost, (index) => {
    const radius = SUN.radius + gap * (outermost - index - 1 + t);
    return disc(SUN.x, SUN.y, number(radius), colourAt(radius));
  });
  return (
    rect(-10, -200, WIDTH + 20, HEIGHT + 200, light.sky.at(-1)) +
    rings +
    disc(SUN.x, SUN.y, SUN.radius, light.sun)
  );
}

function mix(from, to, share) {
  const channel = (colour, index) => Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16);
  const mixed = [0, 1, 2].map((index) =>
    Math.round(channel(from, index) * (1 - share) + channel(to, index) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const clouds = (t, light) =>
  faint(
    0.5,
    ...[
      [180, 92, 250, 0],
      [262, 112, 150, 0.04],
      [1_130, 150, 220, 0.5],
      [1_060, 170, 120, 0.54],
      [640, 218, 170, 0.25],
      [700, 236, 96, 0.3],
    ].map(([x, y, width, phase]) => bar(x + sway(t, 1, phase) * 16, y, width, 13, light.cloud)),
  );

const gulls = (t, light) =>
  [
    [560, 150, 1, 0],
    [622, 116, 0.7, 0.3],
    [520, 210, 0.6, 0.6],
  ]
    .map(([x, y, size, phase]) => {
      const flap = 9 * sway(t, 10, phase) * Math.max(0, sway(t, 2, phase)) - 7;
      return at(
        x + sway(t, 1, phase) * 46,
        y + sway(t, 2, phase) * 14,
        size,
        line(
          `M-26 ${number(flap)}Q-12 ${number(flap - 9)} 0 0Q12 ${number(flap - 9)} 26 ${number(flap)}`,
          light.trim,
          5,
        ),
      );
    })
    .join('');

const glitter = (t, light) =>
  repeat(9, (row) => {
    const width = (150 - Math.abs(row - 1.5) * 6) * (0.72 + 0.28 * sway(t, 3, row * 0.37));
    return faint(
      number(0.95 - row * 0.07),
      bar(
        SUN.x + sway(t, 2, row * 0.21) * 16 + (row % 2 ? 14 : -12),
        HORIZON + 12 + row * 19,
        width,
        8,
        light.sun,
      ),
    );
  });

/** The lamp turns: two beams opposite each other, and a flash when one looks this way. */
function beams(t) {
  const angle = Math.PI * 2 * t;
  const beam = (turn) => {
    const reach = Math.cos(angle + turn);
    const near = Math.sin(angle + turn);
    const x = LAMP.x + reach * 940;
    const spread = 46 + near * 22;
    const y = LAMP.y + near * 54;
    const name = turn ? 'beam-there' : 'beam-here';
    return (
      `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" x1="${LAMP.x}" x2="${number(x)}" y1="0" y2="0">` +
      `<stop stop-color="${c.STRAW}" stop-opacity="${number(0.25 + 0.4 * Math.abs(reach))}"/>` +
      `<stop offset="1" stop-color="${c.STRAW}" stop-opacity="0"/></linearGradient>` +
      polygon(
        [
          [LAMP.x, LAMP.y - 7],
          [number(x), number(y - spread)],
          [number(x), number(y + spread)],
          [LAMP.x, LAMP.y + 7],
        ],
        `url(#${name})`,
      )
    );
  };
  const flash = Math.max(Math.sin(angle), -Math.sin(angle)) ** 12;
  return (
    beam(0) +
    beam(Math.PI) +
    faint(number(flash * 0.55), disc(LAMP.x, LAMP.y, 78, c.STRAW)) +
    faint(number(flash * 0.8), disc(LAMP.x, LAMP.y, 44, c.PAPER))
  );
}

function rock(light) {
  const [lit, middle, shade] = light.rock;
  return [
    path(
      'M96 580L150 500L196 492L238 430L300 412L322 352L350 346H414L452 372L506 392L540 446L590 462L634 520L700 580Z',
      middle,
    ),
    path(
      'M414 346L452 372L506 392L540 446L590 462L634 520L700 580H560L534 508L486 470L470 412L424 380Z',
      lit,
    ),
    path(
      'M96 580L150 500L196 492L238 430L300 412L322 352L350 346L338 392L306 436L298 500L236 530L222 580Z',
      shade,
    ),
    path('M398 580L420 512L470 486L500 530L520 580Z', shade),
  ].join('');
}

function lighthouse(light) {
  return [
    path('M336 340L350 168H394L408 340Z', c.PAPER),
    path('M336 340L350 168H366L358 340Z', '#e9c9b8'),
    rect(336, 158, 72, 13, light.trim, 4),
    rect(348, 120, 48, 40, c.STRAW),
    ...[348, 369, 391].map((x) => rect(x, 120, 5, 40, light.trim)),
    path('M340 122Q372 70 404 122Z', c.RUST),
    rect(369, 66, 6, 30, light.trim, 3),
    rect(365, 212, 15, 27, light.trim, 7.5),
    rect(365, 268, 15, 27, light.trim, 7.5),
    path('M324 344Q372 326 420 344L424 356H320Z', light.trim),
  ].join('');
}

/** Foam that laps along an edge. */
const lap = (t, x, y, width, light, phase) =>
  repeat(Math.round(width / 58), (index) => {
    const long = 34 + 12 * sway(t, 2, phase + index * 0.27);
    return bar(
      x + index * 58 + sway(t, 1, phase + index * 0.13) * 8,
      y + (index % 2) * 7,
      long,
      6,
      light.foam,
    );
  });

const boat = (t, light) =>
  group(
    `translate(${number(1_092 + sway(t, 1) * 10)} ${number(516 + sway(t, 3) * 4)}) rotate(${number(sway(t, 3, 0.2) * 3.4)})`,
    path('M-62 0H66L42 24H-44Z', light.trim),
    rect(-3, -128, 6, 130, light.trim),
    path('M8 -126C40 -84 56 -46 60 -12H8Z', c.PAPER),
    path('M-8 -108C-26 -72 -38 -40 -44 -12H-8Z', c.FLARE),
    path('M4 -128l26 7l-26 8Z', c.GORSE),
  );

const causeway = (t, light) =>
  path(
    'M560 556C690 556 752 584 742 616C734 644 706 660 800 690L850 740H1240C1110 704 900 676 866 642C844 616 872 574 640 536Z',
    light.causeway[1],
  ) +
  path(
    'M560 548C690 548 756 578 746 608C738 638 712 654 806 682L860 740H1240C1110 696 906 668 870 634C848 606 872 566 640 530Z',
    light.causeway[0],
  );

const friends = (t, light) => {
  const [near, far] = light.people;
  const step = (phase) => Math.abs(sway(t, 6, phase)) * -5;
  return [
    at(
      672,
      556,
      0.34,
      group('translate(-58 4)', person(far, far)),
      person(far, far, { arm: sway(t, 4) }),
      ripples(0, -124, 18, c.GORSE, t, 3),
    ),
    at(
      890,
      716 + step(0),
      0.86,
      person(near, near, { arm: sway(t, 4, 0.4) }),
      ripples(0, -124, 18, c.FLARE, t, 3, 0.2),
    ),
    at(962, 728 + step(0.3), 0.84, person(near, near)),
  ].join('');
};

/** Gorse in flower at the edge of the cliff, moving in the wind. */
function heath(t, light) {
  const random = randomFrom(49);
  const bush = (x, y, size, phase) =>
    group(
      `translate(${x} ${y}) skewX(${number(sway(t, 2, phase) * 3.5)})`,
      disc(0, -size * 0.5, size, light.heath[1]),
      repeat(11, () =>
        disc(
          number(between(random, -0.8, 0.8) * size),
          number(-size * 0.5 - between(random, -0.1, 0.85) * size),
          number(size * 0.13),
          c.GORSE,
        ),
      ),
    );
  return [
    path('M-10 560C70 572 130 610 210 640C290 668 350 690 400 740H-10Z', light.heath[0]),
    bush(40, 640, 66, 0),
    bush(150, 680, 52, 0.2),
    bush(252, 718, 46, 0.35),
    path('M-10 660C60 660 150 690 210 740H-10Z', light.heath[1]),
  ].join('');
}

export function corbiere(t, light = PALE, isSkyEmpty = false) {
  const [first, second, third, fourth] = light.sea;
  return [
    sky(t, light),
    beams(t),
    isSkyEmpty ? '' : gulls(t, light) + clouds(t, light),
    rect(-10, HORIZON, WIDTH + 20, HEIGHT, first),
    glitter(t, light),
    water(500, 12, 160, second, round(t), HEIGHT + 100),
    faint(
      0.8,
      ...[0, 2, 4].map((row) =>
        bar(
          SUN.x + sway(t, 2, row * 0.3) * 14,
          528 + row * 12,
          90 - row * 12 + 14 * sway(t, 3, row * 0.2),
          7,
          light.sun,
        ),
      ),
    ),
    rock(light),
    lighthouse(light),
    water(570, 14, 213, third, -round(t)),
    lap(t, 130, 566, 460, light, 0),
    boat(t, light),
    water(640, 16, 256, fourth, round(t, 1, 0.3)),
    causeway(t, light),
    friends(t, light),
    heath(t, light),
  ].join('');
}
