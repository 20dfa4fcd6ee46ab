import { useCallback, useSyncExternalStore } from 'react';
import { useMap } from '#web/map/frame/map-context.ts';
import { isAnyInSight, showAll } from '#web/map/frame/view.ts';
import * as texts from '#web/texts/maps.tsx';
import type { PlottedEvent } from './map-event.ts';

/** While no event is in sight: a press brings them into view. */
export function OutsidePill({ plotted }: { plotted: readonly PlottedEvent[] }) {
  const map = useMap();
  const subscribe = useCallback(
    (onChange: () => void) => {
      map.on('moveend resize', onChange);
      return () => void map.off('moveend resize', onChange);
    },
    [map],
  );
  const hasSome = useSyncExternalStore(subscribe, () =>
    isAnyInSight(
      map,
      plotted.map(({ point }) => point),
    ),
  );
  if (hasSome || plotted.length === 0) return null;
  return (
    <button
      type="button"
      className="map-outside"
      onClick={({ detail }) => {
        // Pressed by a key it takes the focus away with it.
        if (detail === 0) map.getContainer().focus({ preventScroll: true });
        showAll(
          map,
          plotted.map(({ point }) => point),
        );
      }}
    >
      {texts.eventsOutside(plotted.length)}
    </button>
  );
}
