import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { NotificationSettings } from '@hereabouts/contract/notification-settings';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { listToasts } from '#web/ui/feedback/toast-store.ts';
import { useSaveSettings } from './settings-queries.ts';

vi.mock('./device.ts', () => ({ renew: () => {} }));
vi.mock('#web/lib/device/away.ts', () => ({ isAway: () => false }));
vi.mock('#web/lib/api/api.ts', () => ({
  call: () => Promise.reject(new Error('no network')),
  isServerResponse: () => false,
}));

test('PUSH-06 settings that were not saved say so, whatever has become of their dialog', async () => {
  const found: ReturnType<typeof useSaveSettings>[] = [];
  function Settings() {
    found.push(useSaveSettings());
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Settings)));
  await found[0]?.mutateAsync({} as NotificationSettings).catch(() => {});
  expect(listToasts().map(({ text }) => text)).toEqual(['Could not save the settings. Please try again.']);
});
