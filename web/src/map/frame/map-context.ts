import type { Map as LeafletMap } from 'leaflet';
import { createContext, use } from 'react';

export const MapContext = createContext<LeafletMap | null>(null);

export function useMap(): LeafletMap {
  const map = use(MapContext);
  if (!map) throw new Error('useMap needs a MapFrame around it');
  return map;
}
