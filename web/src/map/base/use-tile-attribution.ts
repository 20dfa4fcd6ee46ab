import { useSettings } from '#web/lib/api/use-settings.ts';
import { OSM_ATTRIBUTION } from './attribution.ts';

/** The credit of this instance's tile service; the usual one until its settings are here. */
export function useTileAttribution(): string {
  return useSettings().data?.tile_attribution ?? OSM_ATTRIBUTION;
}
