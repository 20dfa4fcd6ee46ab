import { READ_TIMEOUT_MS } from '#web/lib/api/api.ts';
import * as texts from '#web/texts/event-form.tsx';

/** Made by `demo/brand/draw-covers.mjs` (EVF-26). Those for any get-together come first: a new event begins with one. */
export const COVERS = [
  { name: 'bonfire', label: texts.bonfire },
  { name: 'fireworks', label: texts.fireworks },
  { name: 'concert', label: texts.concert },
  { name: 'supper', label: texts.supper },
  { name: 'kayaks', label: texts.kayaks },
  { name: 'surf', label: texts.surf },
  { name: 'walk', label: texts.cliffWalk },
  { name: 'ride', label: texts.bikeRide },
  { name: 'market', label: texts.market },
  { name: 'film', label: texts.openAirFilm },
  { name: 'records', label: texts.records },
  { name: 'pints', label: texts.pints },
] as const;

export type Cover = (typeof COVERS)[number];
export type CoverName = Cover['name'];

export const FOR_ANY_EVENT = COVERS.slice(0, 4);

/** Null also for a name that only another version of the app knows. */
export const coverNamed = (name: string | null): Cover | null =>
  COVERS.find((cover) => cover.name === name) ?? null;

export const coverUrl = ({ name }: Cover): string => `/images/covers/${name}.png`;
export const choiceUrl = ({ name }: Cover): string => `/images/covers/${name}-choice.webp`;

/** As if the person had it on their device. @throws Error if it does not load, or not in time */
export async function coverFile(cover: Cover): Promise<File> {
  const response = await fetch(coverUrl(cover), { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The cover answered ${response.status}`);
  return new File([await response.blob()], `${cover.name}.png`, { type: 'image/png' });
}
