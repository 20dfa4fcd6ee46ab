import type { WebClock } from '#web/lib/time/clock.ts';
import type { PlacesLibrary } from './maps-library.ts';

/** Source: LOC-01. */
export const MAPS_LOAD_MAX_MS = 5_000;
export const MAPS_POLL_MS = 500;

export type MapsPage = {
  /** Null until the script has brought it. */
  findLibrary(): PlacesLibrary | null;
  insertScript(url: string, onFailed: () => void): void;
};

export type MapsLoader = {
  /** Settles with the library, at once where it is there, or with null where it failed or is late. Gives back how to stop
   * waiting; the script goes on loading, for the next time. */
  load(url: string, onSettled: (library: PlacesLibrary | null) => void): () => void;
};

/** Loads the maps script once, on first use. The five seconds apply to the script: later callers do not wait
 * again for a hanging one, and get a late one. A failed one is retried. */
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

/** The script's address for a key. */
export function mapsScriptUrl(scriptUrl: string, key: string): string {
  const url = new URL(scriptUrl);
  url.searchParams.set('key', key);
  url.searchParams.set('libraries', 'places');
  url.searchParams.set('loading', 'async');
  return url.href;
}
