import { settingsRoutes } from '@hereabouts/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { OSM_ATTRIBUTION } from './attribution.ts';

/** The credit of this instance's tile service; the usual one until its settings are here. */
export function useTileAttribution(): string {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(settingsRoutes.getSettings, {}, { signal }),
    staleTime: Infinity,
  });
  return data?.tile_attribution ?? OSM_ATTRIBUTION;
}
