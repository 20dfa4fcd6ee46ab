import type { NotificationSettings } from '@hereabouts/contract/notification-settings';
import { used } from '@hereabouts/testing/used-hook';
import { beforeEach, expect, test, vi } from 'vitest';
import { listToasts } from '#web/ui/feedback/toast-store.ts';
import { useSaveSettings } from './settings-queries.ts';

type Asked = { body: NotificationSettings };
const call = vi.hoisted(() => vi.fn<(_route: unknown, asked: Asked) => Promise<unknown>>());
vi.mock('./device.ts', () => ({ renew: () => {} }));
vi.mock('#web/lib/device/away.ts', () => ({ isAway: () => false }));
vi.mock('#web/lib/api/api.ts', async (original) => ({ ...(await original<object>()), call }));
beforeEach(() => void call.mockReset());

const settings = (hides_details: boolean) => ({ hides_details }) as NotificationSettings;

test('PUSH-06 settings that fail to save are reported even after their dialog closed', async () => {
  call.mockRejectedValueOnce(new Error('no network'));
  await used(useSaveSettings)
    .mutateAsync(settings(true))
    .catch(() => {});
  expect(listToasts().map(({ text }) => text)).toEqual(['Could not save the settings. Please try again.']);
});

test('PUSH-02 of settings that are saved twice the last stay, however late the first arrive', async () => {
  const first = Promise.withResolvers<void>();
  const stored: boolean[] = [];
  call.mockImplementation(async (_route, { body }) => {
    if (!body.hides_details) await first.promise;
    stored.push(body.hides_details);
    return body;
  });
  const { mutateAsync: save } = used(useSaveSettings);
  const saved = [save(settings(false)), save(settings(true))];
  await expect.poll(() => call.mock.calls.length).toBe(1);
  first.resolve();
  await Promise.all(saved);
  expect(stored).toEqual([false, true]);
});
