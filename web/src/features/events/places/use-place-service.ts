import { useCallback, useEffect, useState } from 'react';
import { webClock } from '#web/lib/time/clock.ts';
import { logError } from '#web/lib/log.ts';
import { useSettings } from '#web/lib/api/use-settings.ts';
import { fallbackPlaces, localPlaces } from './local-places.ts';
import { createMapsLoader, mapsScriptUrl } from './maps-loader.ts';
import { mapsPage } from './maps-page.ts';
import { createMapsPlaces } from './maps-places.ts';
import type { PlaceSource } from './place-source.ts';

/** `unknown`: settings are not loaded. `local`: the list, without a places service or when it fails. */
export type PlaceService =
  | { state: 'unknown' }
  | { state: 'loading' }
  | { state: 'maps'; source: PlaceSource }
  | { state: 'local'; source: PlaceSource; reason: 'no-maps' | 'maps-fail' };

const NO_MAPS: PlaceService = { state: 'local', source: localPlaces, reason: 'no-maps' };
const MAPS_FAIL: PlaceService = { state: 'local', source: fallbackPlaces, reason: 'maps-fail' };

const mapsLoader = createMapsLoader(mapsPage, webClock);

/** The service for one opening of the search; what it has settled on stays, but for falling back. Source: LOC-01, LOC-02. */
export function usePlaceService(): { service: PlaceService; fallBack: (cause: unknown) => void } {
  const [settled, setSettled] = useState<PlaceService | null>(null);
  const settings = useSettings();
  const isSettled = settled !== null;
  const key = settings.data?.maps_key ?? null;
  const scriptUrl = settings.data?.maps_script_url ?? null;
  const isWithout =
    (settings.data !== undefined && key === null) ||
    (settings.data === undefined && (settings.failureCount > 0 || settings.isPaused));

  if (!isSettled && isWithout) setSettled(NO_MAPS);

  useEffect(() => {
    if (isSettled || isWithout) return undefined;
    if (key === null || scriptUrl === null) return undefined;
    return mapsLoader.load(mapsScriptUrl(scriptUrl, key), (library) => {
      setSettled(library === null ? NO_MAPS : { state: 'maps', source: createMapsPlaces(library, webClock) });
    });
  }, [isSettled, isWithout, key, scriptUrl]);

  const fallBack = useCallback((cause: unknown) => {
    logError('the places service fails', cause);
    setSettled(MAPS_FAIL);
  }, []);

  return { service: settled ?? { state: key === null ? 'unknown' : 'loading' }, fallBack };
}
