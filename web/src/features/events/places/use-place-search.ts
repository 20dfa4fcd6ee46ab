import { useEffect, useState } from 'react';
import { webClock } from '#web/lib/clock.ts';
import { logError } from '#web/lib/log.ts';
import type { PlaceSource, PlaceSuggestion } from './place-source.ts';

export type PlaceSearch =
  | { state: 'idle' }
  | { state: 'searching' }
  | { state: 'found'; query: string; suggestions: PlaceSuggestion[] };

/** Looks `typed` up once the typing has paused. */
export function usePlaceSearch(source: PlaceSource, typed: string): PlaceSearch {
  const query = typed.trim();
  const [search, setSearch] = useState<PlaceSearch>({ state: 'idle' });
  useEffect(() => {
    if (query === '') return setSearch({ state: 'idle' });
    setSearch({ state: 'searching' });
    let isStale = false;
    const cancel = webClock.after(source.delayMs, () => {
      source.search(query).then(
        (suggestions) => !isStale && setSearch({ state: 'found', query, suggestions }),
        (error: unknown) => {
          logError('places could not be searched', error);
          if (!isStale) setSearch({ state: 'found', query, suggestions: [] });
        },
      );
    });
    return () => {
      isStale = true;
      cancel();
    };
  }, [source, query]);
  return search;
}
