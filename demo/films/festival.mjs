// A field at the end of the day: the wheel turns, the crowd sways, three friends find each other in it.
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
  ring,
} from '#demo/pictures/shapes.ts';
import { at, bar, HEIGHT, number, ripples, sway, WIDTH } from '#demo/pictures/moving.mjs';
import { tent } from '#demo/pictures/tent.mjs';

const SKY = ['#58bfc2', '#7fcfcd', '#a6ddd6', c.FOAM, '#e9f1da', '#fbf0cf'];
const ROWS = ['#4fb3b4', '#2195a0', c.TIDE];
const GROUND = 470;
const STAGE = { x: 560, top: 300 };

const sky = () =>
  SKY.map((fill, index) => rect(-10, -200 + index * 100 + (index ? 90 : 0), WIDTH + 20, HEIGHT, fill)).join(
    '',
  );

const clouds = (t) =>
  faint(
    0.6,
    ...[
      [210, 196, 230, 0],
      [290, 216, 130, 0.05],
      [830, 150, 200, 0.4],
      [770, 170, 110, 0.45],
    ].map(([x, y, width, phase]) => bar(x + sway(t, 1, phase) * 18, y, width, 13, c.PAPER)),
  );

/** Light thrown up from the stage, swinging. */
const beams = (t) =>
  [-0.62, -0.24, 0.24, 0.62]
    .map((lean, index) => {
      const angle = lean + sway(t, 2, index * 0.22) * 0.16;
      const end = (turn) => [
        number(STAGE.x + lean * 200 + Math.sin(angle + turn) * 560),
        number(STAGE.top + 40 - Math.cos(angle + turn) * 560),
      ];
      const from = [STAGE.x + lean * 200, STAGE.top + 40];
      return faint(0.5, polygon([from, end(-0.07), end(0.07)], index % 2 ? '#ffe9a8' : c.PAPER));
    })
    .join('');

const hills = () =>
  path('M-10 430C140 372 300 372 460 420S760 430 900 392S1180 380 1290 420V740H-10Z', '#9fc98f') +
  path('M-10 470C200 430 360 452 560 470S980 470 1290 440V740H-10Z', '#7fb26f');

const CABINS = 12;
const CABIN_COLOURS = [c.FLARE, c.GORSE, c.PAPER];

/** It turns by three cabins a loop, after which every colour is where it was. */
function wheel(t) {
  const [x, y, radius] = [1_010, 268, 186];
  const spoke = (index) => {
    const angle = ((index + t * CABIN_COLOURS.length) / CABINS) * Math.PI * 2;
    return [number(x + Math.cos(angle) * radius), number(y + Math.sin(angle) * radius)];
  };
  const hub = '#2f7f86';
  return [
    line(`M${x} ${y}L${x - 92} ${GROUND + 20}M${x} ${y}L${x + 92} ${GROUND + 20}`, hub, 12),
    repeat(CABINS, (index) => line(`M${x} ${y}L${spoke(index).join(' ')}`, hub, 4)),
    ring(x, y, radius, hub, 8),
    ring(x, y, radius * 0.62, hub, 4),
    repeat(CABINS, (index) => {
      const [cx, cy] = spoke(index);
      const lean = number(sway(t, 3, index / CABINS) * 5);
      return group(
        `translate(${cx} ${cy}) rotate(${lean})`,
        line('M0 0V12', hub, 5),
        path('M-22 12H22V26C22 44 12 48 0 48S-22 44 -22 26Z', CABIN_COLOURS[index % 3]),
        rect(-26, 8, 52, 9, hub, 4.5),
      );
    }),
    disc(x, y, 26, c.FLARE),
    disc(x, y, 11, c.PAPER),
  ].join('');
}

function stage(t) {
  const { x, top } = STAGE;
  const half = 190;
  return [
    path(
      `M${x - half} ${GROUND + 30}V${top + 60}C${x - half} ${top - 40} ${x + half} ${top - 40} ${x + half} ${top + 60}V${GROUND + 30}Z`,
      c.RUST,
    ),
    path(
      `M${x - half + 26} ${GROUND + 30}V${top + 74}C${x - half + 30} ${top - 6} ${x + half - 30} ${top - 6} ${x + half - 26} ${top + 74}V${GROUND + 30}Z`,
      '#ff8a66',
    ),
    ...[108, 74, 44].map((radius, index) =>
      disc(x, top + 104, radius + 5 * sway(t, 6, index * 0.2), ['#ffab7f', '#ffcf8f', c.STRAW][index]),
    ),
    ...[-110, 0, 110].map((shift, index) => {
      const bounce = -Math.abs(sway(t, 6, index * 0.17)) * 7;
      const coat = [c.TIDE, c.RUST, c.TIDE][index];
      return group(
        `translate(${x + shift} ${number(GROUND - 6 + bounce)})`,
        path('M-16 20V-26Q-16 -46 0 -46T16 -26V20Z', coat),
        disc(0, -62, 14, coat),
        line(
          `M12 -30L${number(32 + 6 * sway(t, 6, index * 0.3))} -${number(52 + 10 * sway(t, 6, index * 0.3))}`,
          coat,
          8,
        ),
      );
    }),
    rect(x - half, GROUND + 8, half * 2, 40, c.RUST),
    ...[-half - 34, half - 20].map(
      (shift) =>
        rect(x + shift, top + 96, 54, 130, c.TIDE, 6) +
        ring(x + shift + 27, top + 138, 15, '#4fb3b4', 5) +
        ring(x + shift + 27, top + 188, 18, '#4fb3b4', 5),
    ),
  ].join('');
}

/** Lamps on a cord that moves in the evening air. */
function lights(t, from, to, sag, count, phase) {
  const drop = sag + sway(t, 2, phase) * 9;
  const side = sway(t, 2, phase + 0.2) * 7;
  const middle = [(from[0] + to[0]) / 2 + side, (from[1] + to[1]) / 2 + drop * 2];
  const along = (share) =>
    [0, 1].map((axis) =>
      number((1 - share) ** 2 * from[axis] + 2 * share * (1 - share) * middle[axis] + share ** 2 * to[axis]),
    );
  return (
    line(`M${from.join(' ')}Q${middle.map(number).join(' ')} ${to.join(' ')}`, '#2f7f86', 3.5) +
    repeat(count, (index) => {
      const [x, y] = along((index + 0.5) / count);
      const glow = 0.5 + 0.5 * sway(t, 3, index * 0.31 + phase);
      const colour = [c.GORSE, c.PAPER, c.FLARE][index % 3];
      return (
        faint(number(0.25 + 0.35 * glow), disc(x, y + 12, number(17 + 7 * glow), '#ffe08a')) +
        rect(x - 3.5, y - 2, 7, 9, '#2f7f86', 2) +
        disc(x, y + 13, 8.5, colour)
      );
    })
  );
}

/** One row of people from behind; the movement runs along it as a wave. */
function row(t, { base, size, gap, colour, seed, friends = {} }) {
  const random = randomFrom(seed);
  const count = Math.ceil(WIDTH / gap) + 2;
  return repeat(count, (index) => {
    const x = (index - 0.5) * gap + between(random, -0.16, 0.16) * gap;
    const tall = between(random, -0.16, 0.16) * size;
    const raised = random();
    const friend = friends[index];
    const phase = index * 0.07;
    const sx = x + sway(t, 3, phase) * size * 0.2;
    const sy = base + tall - Math.abs(sway(t, 6, phase)) * size * 0.13;
    const arm = (side) =>
      line(
        `M${side * 0.72} 0.9L${number(side * (0.98 + 0.14 * sway(t, 3, phase + 0.1)))} -1.25`,
        colour,
        0.42,
      );
    return at(
      sx,
      sy,
      size,
      raised > 0.62 || friend ? arm(raised > 0.8 ? 1 : -1) : '',
      raised > 0.86 ? arm(-1) : '',
      path('M-1.05 9V1.6C-1.05 0.5 -0.6 0.25 0 0.25S1.05 0.5 1.05 1.6V9Z', colour),
      friend ? ripples(0, -0.55, 0.68, friend, t, 3, index * 0.13) : disc(0, -0.55, 0.64, colour),
    );
  });
}

export function festival(t) {
  return [
    sky(),
    clouds(t),
    beams(t),
    hills(),
    wheel(t),
    tent({
      x: 170,
      base: GROUND + 34,
      width: 250,
      height: 230,
      colour: c.FLARE,
      flag: c.GORSE,
      wind: sway(t, 4),
      pole: '#2f7f86',
      door: c.RUST,
    }),
    stage(t),
    path('M-10 500C260 478 520 500 760 492S1120 478 1290 492V740H-10Z', '#63a05c'),
    lights(t, [-20, 24], [640, 44], 60, 13, 0),
    lights(t, [640, 44], [1_300, 10], 66, 13, 0.35),
    row(t, { base: 556, size: 19, gap: 50, colour: ROWS[0], seed: 3, friends: { 7: c.GORSE } }),
    row(t, { base: 616, size: 27, gap: 70, colour: ROWS[1], seed: 8, friends: { 13: c.PAPER } }),
    row(t, { base: 684, size: 38, gap: 100, colour: ROWS[2], seed: 21, friends: { 4: c.FLARE } }),
  ].join('');
}
