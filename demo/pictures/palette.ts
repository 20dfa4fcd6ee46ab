/** The product's colours and tints of them: a demo picture uses nothing else. */
export const INK = '#12141d';
export const NIGHT = '#1c2340';
export const DUSK = '#2f3a63';
export const PAPER = '#fbf7f0';
export const SAND = '#f2d9ad';
export const SAND_DEEP = '#e0b878';
export const FLARE = '#ff5a36';
export const CORAL = '#ff8a66';
export const BLUSH = '#ffc2a3';
export const RUST = '#c8361a';
export const TIDE = '#0a6c73';
export const TIDE_DEEP = '#084b56';
export const LAGOON = '#3fb8bf';
export const FOAM = '#cdeae6';
export const GORSE = '#f4b400';
export const STRAW = '#ffd866';
export const GRANITE = '#8d8a86';
export const GRANITE_DARK = '#5d5b5c';
export const GRANITE_LIGHT = '#c9c3ba';
export const MOSS = '#4f7d4a';
export const FERN = '#2f5d46';
export const MEADOW = '#93b255';

/** One light for a whole picture, so that the same place looks its own at each hour. */
export type Light = {
  sky: string;
  /** Rings around the sun or moon, from the outermost in. */
  glow: readonly [string, string];
  sun: string;
  sea: readonly [far: string, middle: string, near: string];
  land: readonly [far: string, middle: string, near: string];
  night: boolean;
};

export const LIGHTS = {
  morning: {
    sky: BLUSH,
    glow: ['#ffd0b0', '#ffdfb8'],
    sun: STRAW,
    sea: ['#7cc7c6', LAGOON, TIDE],
    land: ['#9fb98a', MOSS, FERN],
    night: false,
  },
  day: {
    sky: FOAM,
    glow: ['#dff1e6', '#f3f3d4'],
    sun: GORSE,
    sea: [LAGOON, '#2195a0', TIDE],
    land: [MEADOW, MOSS, FERN],
    night: false,
  },
  dusk: {
    sky: FLARE,
    glow: ['#ff7648', '#ff9a52'],
    sun: STRAW,
    sea: ['#a8443f', '#6b3354', NIGHT],
    land: ['#8f3a3d', '#552a45', INK],
    night: false,
  },
  night: {
    sky: NIGHT,
    glow: ['#25305a', DUSK],
    sun: PAPER,
    sea: ['#16505f', '#0d3a4b', '#0a2435'],
    land: ['#27335a', '#19213d', INK],
    night: true,
  },
} as const satisfies Record<string, Light>;

export type LightName = keyof typeof LIGHTS;
