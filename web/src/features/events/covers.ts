/** The drawn pictures that the form offers (EVF-26), made by `demo/brand/draw-covers.mjs`. */
export const COVERS = [
  { name: 'bonfire', label: 'Bonfire' },
  { name: 'kayaks', label: 'Kayaks' },
  { name: 'surf', label: 'Surf' },
  { name: 'walk', label: 'Cliff walk' },
  { name: 'ride', label: 'Bike ride' },
  { name: 'market', label: 'Market' },
  { name: 'film', label: 'Open-air film' },
  { name: 'fireworks', label: 'Fireworks' },
  { name: 'concert', label: 'Concert' },
  { name: 'records', label: 'Records' },
  { name: 'supper', label: 'Supper' },
  { name: 'pints', label: 'Pints' },
] as const;

/** What stands where no picture is yet. */
export const INVITING_COVERS = [COVERS[5], COVERS[0], COVERS[8]] as const;

type Cover = (typeof COVERS)[number];

export const choiceUrl = ({ name }: Cover): string => `/images/covers/${name}-choice.webp`;

/** The picture as a file, as if the person had it on their device. @throws Error if it does not load */
export async function coverFile({ name }: Cover): Promise<File> {
  const response = await fetch(`/images/covers/${name}.png`);
  if (!response.ok) throw new Error(`The cover answered ${response.status}`);
  return new File([await response.blob()], `${name}.png`, { type: 'image/png' });
}
