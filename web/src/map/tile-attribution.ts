import { createContext } from 'react';
import { OSM_ATTRIBUTION } from './attribution.ts';

/** The credit of this instance's tile service (`tile_attribution` of the settings), for every map below. */
export const TileAttribution = createContext(OSM_ATTRIBUTION);
