import { useEffect, useEffectEvent, useState } from 'react';
import { webClock } from '#web/lib/time/clock.ts';
import type { Place, PlaceSource, PlaceSuggestion } from './place-source.ts';

/** `searching`: also while the details of a chosen place are fetched. */
export type PlaceSearch =
  | { state: 'idle' }
  | { state: 'searching' }
  | { state: 'found'; query: string; suggestions: PlaceSuggestion[] };

type Options = {
  /** Null until the source is known. */
  source: PlaceSource | null;
  typed: string;
  onPlace: (place: Place) => void;
  onFailure: (cause: unknown) => void;
};

/** Searches once typing has paused. */
export function usePlaceSearch({ source, typed, onPlace, onFailure }: Options): {
  search: PlaceSearch;
  choose: (suggestionId: string) => void;
} {
  const query = typed.trim();
  const [search, setSearch] = useState(() => searchFor(source, query));
  const [asked, setAsked] = useState({ source, query });
  const [chosen, setChosen] = useState<{ source: PlaceSource; id: string } | null>(null);
  const placed = useEffectEvent(onPlace);
  const failed = useEffectEvent(onFailure);

  if (asked.source !== source || asked.query !== query) {
    setAsked({ source, query });
    setSearch(searchFor(source, query));
    // Typing on gives the choice up.
    setChosen(null);
  }

  useEffect(() => {
    if (source === null || query === '') return undefined;
    let isStale = false;
    const cancel = webClock.after(source.delayMs, () => {
      source.search(query).then(
        (suggestions) => !isStale && setSearch({ state: 'found', query, suggestions }),
        (cause: unknown) => !isStale && failed(cause),
      );
    });
    return () => {
      isStale = true;
      cancel();
    };
  }, [source, query]);

  useEffect(() => {
    if (chosen === null) return undefined;
    let isStale = false;
    chosen.source.find(chosen.id).then(
      (place) => !isStale && placed(place),
      (cause: unknown) => !isStale && failed(cause),
    );
    return () => {
      isStale = true;
    };
  }, [chosen]);

  return {
    search: chosen === null ? search : { state: 'searching' },
    choose: (id) => source !== null && setChosen({ source, id }),
  };
}

const searchFor = (source: PlaceSource | null, query: string): PlaceSearch =>
  source === null || query === '' ? { state: 'idle' } : { state: 'searching' };
