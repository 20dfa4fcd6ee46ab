import { settingsRoutes, type Settings } from '@hereabouts/contract/settings';
import { routeUrl } from '@hereabouts/contract/url';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { pageResponse } from './page-responses.ts';

export const SETTINGS_KEY = ['settings'];

/** This instance's public settings. Only `sign_ups` and `guests` change while it runs: the service has the last word. */
export function useSettings({ enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call(settingsRoutes.getSettings, {}, { signal }),
    initialData: () => pageResponse<Settings>(routeUrl(settingsRoutes.getSettings, {})),
    staleTime: Infinity,
  });
}
