import { castle, cliffPath, lighthouse } from './coast.ts';
import { campfire, fireworks, openAirCinema } from './evening.ts';
import { bigTops, cow, flowers, market } from './land.ts';
import { record, stage } from './music.ts';
import { type LightName, LIGHTS } from './palette.ts';
import { beachFromAbove, kayaks, moonSwim, regatta, surf } from './sea.ts';
import { HEIGHT, randomFrom, WIDTH } from './shapes.ts';
import { bicycle, court, stretch } from './sport.ts';
import { books, coffee, pints, supper } from './tables.ts';

const SCENES = {
  beachFromAbove,
  bicycle,
  bigTops,
  books,
  campfire,
  castle,
  cliffPath,
  coffee,
  court,
  cow,
  fireworks,
  flowers,
  kayaks,
  lighthouse,
  market,
  moonSwim,
  openAirCinema,
  pints,
  record,
  regatta,
  stage,
  stretch,
  supper,
  surf,
};
export type SceneName = keyof typeof SCENES;
export type Picture = { scene: SceneName; light: LightName };

/** A poster as an SVG document; the same seed gives the same one. */
export function posterSvg({ scene, light }: Picture, seed: number): string {
  return svg(WIDTH, HEIGHT, SCENES[scene](LIGHTS[light], randomFrom(seed)));
}

export const svg = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
