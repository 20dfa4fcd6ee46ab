import * as texts from '#web/texts/event-form.tsx';
/** The drawn pictures that the form offers (EVF-26), made by `demo/brand/draw-covers.mjs`. */
export const COVERS = [
  { name: 'bonfire', label: texts.bonfire },
  { name: 'kayaks', label: texts.kayaks },
  { name: 'surf', label: texts.surf },
  { name: 'walk', label: texts.cliffWalk },
  { name: 'ride', label: texts.bikeRide },
  { name: 'market', label: texts.market },
  { name: 'film', label: texts.openAirFilm },
  { name: 'fireworks', label: texts.fireworks },
  { name: 'concert', label: texts.concert },
  { name: 'records', label: texts.records },
  { name: 'supper', label: texts.supper },
  { name: 'pints', label: texts.pints },
] as const;

type Cover = (typeof COVERS)[number];
export type CoverName = Cover['name'];

export const choiceUrl = ({ name }: Cover): string => `/images/covers/${name}-choice.webp`;

/** The picture as a file, as if the person had it on their device. @throws Error if it does not load */
export async function coverFile({ name }: Cover): Promise<File> {
  const response = await fetch(`/images/covers/${name}.png`);
  if (!response.ok) throw new Error(`The cover answered ${response.status}`);
  return new File([await response.blob()], `${name}.png`, { type: 'image/png' });
}
