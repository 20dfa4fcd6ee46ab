import { settingsRoutes } from '@hereabouts/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

/** This instance's public settings; they change only when it is started anew. */
export function useSettings() {
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(settingsRoutes.getSettings, {}, { signal }),
    staleTime: Infinity,
  });
}
