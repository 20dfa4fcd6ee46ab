import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { expect } from 'vitest';
import { untilKept } from './app-kept.ts';
import { test } from './fixtures.ts';

test('AUTH-05 RT-01 RT-02 opened offline when its token has expired, the app goes on once it is online', async ({
  visit,
  marie,
}) => {
  const { page, allowErrors } = await visit(marie, { serviceWorkers: 'allow' });
  allowErrors(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /\[hereabouts\]/, /WebSocket/);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Your Events' }).waitFor();
  await untilKept(page);
  await page.addInitScript((key) => {
    if (sessionStorage.getItem('expired') !== null) return;
    const stored = localStorage.getItem(key);
    if (stored === null) return;
    sessionStorage.setItem('expired', '1');
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored), expires_at: 1 }));
  }, SESSION_STORAGE_KEY);
  await page.clock.install();
  await page.context().setOffline(true);
  await page.goto('/');
  await page
    .getByRole('status')
    .getByText(/offline/i)
    .first()
    .waitFor();
  // Longer than the auth client tries to renew the session by itself.
  for (let second = 0; second < 40; second += 1) await page.clock.runFor(1_000);
  const joined = page.waitForEvent('websocket', { timeout: 20_000 });
  await page.context().setOffline(false);
  await joined;
  await page.goto('/contacts');
  await page.getByRole('tab', { name: 'Discover' }).waitFor();
  const endsAtS = await page.evaluate(
    (key) => (JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at?: number }).expires_at,
    SESSION_STORAGE_KEY,
  );
  expect(endsAtS).toBeGreaterThan(1);
});
