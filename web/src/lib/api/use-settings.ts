import { settingsRoutes } from '@hereabouts/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { call } from './api.ts';

export const SETTINGS_KEY = ['settings'];

/** This instance's public settings. Only `sign_ups` and `guests` change while it runs: the service has the last word. */
export function useSettings({ enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call(settingsRoutes.getSettings, {}, { signal }),
    staleTime: Infinity,
  });
}
