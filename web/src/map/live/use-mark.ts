import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { useMap } from '#web/map/frame/map-context.ts';
import type { LiveMark } from './mark.ts';

/** While mounted; null until it is there. */
export function useMark(create: (map: LeafletMap) => LiveMark): LiveMark | null {
  const map = useMap();
  const [mark, setMark] = useState<LiveMark | null>(null);
  const createOn = useEffectEvent(create);
  useEffect(() => {
    const created = createOn(map);
    // oxlint-disable-next-line react/set-state-in-effect -- Leaflet's objects live as long as the effect
    setMark(created);
    return () => created.remove();
  }, [map]);
  return mark;
}
