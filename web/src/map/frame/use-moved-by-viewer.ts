import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useRef, type RefObject } from 'react';
import { useMap } from './map-context.ts';

const GESTURES = ['pointerdown', 'wheel', 'keydown'] as const;

/** Whether the viewer has moved the map: from then on it is theirs. @param except selects marks whose press moves nothing */
export function useMovedByViewer(except?: string): RefObject<boolean> {
  const map = useMap();
  const isTheirs = useRef(false);
  useEffect(
    () =>
      watchViewer(map, except, () => {
        isTheirs.current = true;
      }),
    [map, except],
  );
  return isTheirs;
}

/** Of the whole frame: its buttons zoom. */
export function watchViewer(map: LeafletMap, except: string | undefined, take: () => void): () => void {
  const frame = map.getContainer().parentElement ?? map.getContainer();
  const takeBeside = ({ target }: Event) => {
    const isExcepted = except !== undefined && target instanceof Element && target.closest(except) !== null;
    if (!isExcepted) take();
  };
  for (const event of GESTURES) frame.addEventListener(event, takeBeside, { capture: true, passive: true });
  map.on('dragstart', take);
  return () => {
    for (const event of GESTURES) frame.removeEventListener(event, takeBeside, { capture: true });
    map.off('dragstart', take);
  };
}
