import { type Land, type LandFile, readLand } from './land.ts';

let loading: Promise<Land> | null = null;

/** Fetched once for all maps; a failed attempt is forgotten. */
export function loadLand(): Promise<Land> {
  loading ??= fetchLand().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchLand(): Promise<Land> {
  const response = await fetch(`${import.meta.env.BASE_URL}basemap/land.json`);
  if (!response.ok) throw new Error(`The drawn base map could not be loaded (${response.status})`);
  return readLand((await response.json()) as LandFile);
}
