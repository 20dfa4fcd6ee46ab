import type { WebClock } from '#web/lib/time/clock.ts';
import type { PlacesLibrary } from './maps-library.ts';

/** Source: LOC-01. */
export const MAPS_LOAD_MAX_MS = 5_000;
export const MAPS_POLL_MS = 500;

export type MapsPage = {
  /** Null until the script has run. */
  findLibrary(): PlacesLibrary | null;
  insertScript(url: string, onFailed: () => void): void;
};

export type MapsLoader = {
  /** `onSettled` gets null where the script failed or is late. The function returned stops waiting, not the loading. */
  load(url: string, onSettled: (library: PlacesLibrary | null) => void): () => void;
};

/** Loads the script once. The five seconds apply to the script: later callers do not wait again for a late one, and use it once
 * it is there. A failed one is retried. */
export function createMapsLoader(page: MapsPage, clock: WebClock): MapsLoader {
  let startedAt: number | null = null;
  const isWaiting = () => startedAt !== null && clock.now() - startedAt < MAPS_LOAD_MAX_MS;
  return {
    load(url, onSettled) {
      const present = page.findLibrary();
      if (present === null && startedAt === null) {
        startedAt = clock.now();
        page.insertScript(url, () => {
          startedAt = null;
        });
      }
      if (present !== null || !isWaiting()) {
        onSettled(present);
        return () => {};
      }
      const stop = clock.every(MAPS_POLL_MS, () => {
        const library = page.findLibrary();
        if (library === null && isWaiting()) return;
        stop();
        onSettled(library);
      });
      return stop;
    },
  };
}

export function mapsScriptUrl(scriptUrl: string, key: string): string {
  const url = new URL(scriptUrl);
  url.searchParams.set('key', key);
  url.searchParams.set('libraries', 'places');
  url.searchParams.set('loading', 'async');
  return url.href;
}
