import * as c from './palette.ts';
import { between, disc, group, line, oval, path, pick, type Random, rect, repeat, ring } from './shapes.ts';

export const AVATAR_SIZE = 512;

export const HAIR_STYLES = [
  'short',
  'crop',
  'bald',
  'curls',
  'bob',
  'long',
  'bun',
  'waves',
  'scarf',
  'cap',
  'grey',
] as const;
export type HairStyle = (typeof HAIR_STYLES)[number];

export type Face = { hair: HairStyle; beard?: boolean; glasses?: boolean };

/** Skin, and the colours hair may have with it. */
const LOOKS = [
  ['#f6d3b8', [c.INK, '#3a2618', '#6b3a1e', '#a8572a', '#d9a441', '#b5452c']],
  ['#eab98f', [c.INK, '#3a2618', '#6b3a1e', '#a8572a', '#d9a441']],
  ['#d29a6b', [c.INK, '#3a2618', '#6b3a1e']],
  ['#b9805a', [c.INK, '#3a2618']],
  ['#8a5a3b', [c.INK, '#2b1b12']],
  ['#6a4229', [c.INK, '#2b1b12']],
] as const;
const GROUNDS = [
  c.FLARE,
  c.TIDE,
  c.GORSE,
  c.LAGOON,
  c.BLUSH,
  c.FOAM,
  c.DUSK,
  c.SAND,
  c.MOSS,
  c.CORAL,
] as const;
const CLOTHES = [c.INK, c.TIDE, c.FLARE, c.PAPER, c.GORSE, c.RUST, c.FERN, c.DUSK, c.LAGOON] as const;

/** Hair behind the head. */
function backHair(style: HairStyle, hair: string): string {
  switch (style) {
    case 'long':
      return path('M130 250C120 110 190 66 256 66S392 110 382 250L402 420H110Z', hair);
    case 'waves':
      return (
        [
          [140, 240],
          [124, 310],
          [142, 376],
          [372, 240],
          [388, 310],
          [370, 376],
        ]
          .map(([x, y]) => disc(x ?? 0, y ?? 0, 56, hair))
          .join('') + path('M140 250C130 120 190 76 256 76S382 120 372 250V380H140Z', hair)
      );
    case 'bob':
      return path('M134 250C124 110 190 70 256 70S388 110 378 250V330H134Z', hair);
    case 'curls':
      return (
        repeat(11, (n) =>
          disc(
            256 + Math.cos(Math.PI + (n / 10) * Math.PI) * 126,
            226 + Math.sin(Math.PI + (n / 10) * Math.PI) * 128,
            52,
            hair,
          ),
        ) +
        disc(256, 170, 110, hair) +
        disc(150, 272, 40, hair) +
        disc(362, 272, 40, hair)
      );
    case 'bun':
      return disc(256, 74, 56, hair) + path('M146 240C140 120 196 84 256 84S372 120 366 240Z', hair);
    case 'scarf':
      return path(
        'M112 270C104 110 180 56 256 56S408 110 400 270C400 380 420 460 430 512H82C92 460 112 380 112 270Z',
        hair,
      );
    case 'short':
    case 'crop':
    case 'bald':
    case 'cap':
    case 'grey':
      return '';
  }
}

/** Hair over the forehead. */
function frontHair(style: HairStyle, hair: string, accent: string): string {
  switch (style) {
    case 'short':
      return path(
        'M148 236C140 120 200 84 268 86C340 88 376 140 366 236C356 200 340 178 316 168C262 190 200 184 172 180C160 192 152 212 148 236Z',
        hair,
      );
    case 'crop':
      return path(
        'M152 216C150 130 200 96 256 96S362 130 360 216C350 170 300 152 256 152S162 170 152 216Z',
        hair,
      );
    case 'grey':
      return path(
        'M146 240C140 120 200 86 256 86S372 120 366 240C356 190 330 170 300 150C250 180 190 176 160 200Z',
        c.GRANITE_LIGHT,
      );
    case 'bald':
      return '';
    case 'curls':
      return rect(180, 96, 152, 40, hair) + repeat(6, (n) => disc(172 + n * 34, 138 + (n % 2) * 8, 32, hair));
    case 'bob':
      return path('M146 232C150 130 200 104 256 104S362 130 366 232C330 200 180 200 146 232Z', hair);
    case 'long':
      return path(
        'M140 260C140 140 190 96 256 96S372 140 372 260C366 200 320 160 262 128C220 170 150 190 140 260Z',
        hair,
      );
    case 'waves':
      return path(
        'M146 230C150 130 206 98 260 100C330 102 366 140 366 230C340 180 300 170 236 150C210 180 160 186 146 230Z',
        hair,
      );
    case 'bun':
      return path('M150 220C152 136 200 104 256 104S360 136 362 220C330 160 182 160 150 220Z', hair);
    case 'scarf':
      return path(
        'M140 290C132 130 190 96 256 96S380 130 372 290C364 200 330 156 256 156S148 200 140 290Z',
        accent,
      );
    case 'cap':
      return (
        path('M146 206C146 120 196 84 256 84S366 120 366 206Z', accent) +
        path('M146 196H366L430 214C430 226 420 230 400 230H146Z', accent) +
        rect(146, 190, 220, 16, c.INK) +
        disc(256, 86, 12, c.INK)
      );
  }
}

/** A flat portrait: always the same for the same face and random numbers. */
export function avatar(face: Face, random: Random): string {
  const ground = pick(random, GROUNDS);
  const [skin, hairs] = pick(random, LOOKS);
  const hair = pick<string>(random, hairs);
  const cloth = pick(
    random,
    CLOTHES.filter((one) => one !== ground),
  );
  const accent = pick(
    random,
    [c.FLARE, c.GORSE, c.LAGOON, c.PAPER, c.RUST].filter((one) => one !== ground && one !== cloth),
  );
  const scarf = pick(
    random,
    [c.TIDE, c.RUST, c.INK, c.PAPER, c.DUSK].filter((one) => one !== ground),
  );
  const tone = face.hair === 'scarf' ? scarf : hair;
  const tilt = between(random, -5, 5);
  const shade = 'rgba(18,20,29,0.14)';
  return [
    rect(0, 0, AVATAR_SIZE, AVATAR_SIZE, ground),
    random() < 0.5 ? ring(256, 236, 226, 'rgba(255,255,255,0.22)', 30) : '',
    group(
      `rotate(${tilt} 256 420)`,
      backHair(face.hair, tone),
      path('M40 540C40 440 140 400 256 400S472 440 472 540Z', cloth),
      random() < 0.4 ? path('M206 404L256 470L306 404Z', accent) : '',
      rect(212, 320, 88, 110, skin, 44),
      path('M212 350C230 384 282 384 300 350V372C280 402 232 402 212 372Z', shade),
      disc(150, 256, 26, face.hair === 'scarf' ? tone : skin),
      disc(362, 256, 26, face.hair === 'scarf' ? tone : skin),
      rect(150, 110, 212, 250, skin, 104),
      face.beard
        ? path(
            'M150 262C170 300 200 296 256 292S342 300 362 262C366 350 320 384 256 384S146 350 150 262Z',
            face.hair === 'grey' ? c.GRANITE_LIGHT : hair,
          )
        : '',
      frontHair(face.hair, tone, face.hair === 'scarf' ? scarf : accent),
      oval(212, 244, 11, 14, c.INK),
      oval(300, 244, 11, 14, c.INK),
      line('M192 212Q212 200 232 210', face.hair === 'grey' ? c.GRANITE : '#2a1d16', 8),
      line('M280 210Q300 200 320 212', face.hair === 'grey' ? c.GRANITE : '#2a1d16', 8),
      line('M256 250L248 284H262', 'rgba(18,20,29,0.35)', 7),
      random() < 0.6
        ? line('M220 316Q256 346 292 316', face.beard ? c.PAPER : c.RUST, 10)
        : path('M216 312H296Q290 350 256 350T216 312Z', c.PAPER),
      disc(186, 292, 18, 'rgba(255,90,54,0.22)'),
      disc(326, 292, 18, 'rgba(255,90,54,0.22)'),
      face.glasses
        ? ring(212, 244, 36, c.INK, 8) + ring(300, 244, 36, c.INK, 8) + line('M248 240H264', c.INK, 8)
        : '',
      random() < 0.3 && face.hair !== 'scarf' ? disc(148, 290, 9, accent) + disc(364, 290, 9, accent) : '',
    ),
  ].join('');
}
