import { ERROR_MESSAGES } from '@hereabouts/contract/errors';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ overloadLagMs: 20 });
});
afterAll(() => app.stop());

/** Keeps the event loop from anything else. */
function block(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test('with too much to do it says so and when to come back, while health and metrics are still told', async () => {
  const get = (path: string) => fetch(app.url + path);
  await expect
    .poll(
      async () => {
        block(100);
        return (await get('/readyz')).status;
      },
      { interval: 1 },
    )
    .toBe(503);
  const [refused, health, metrics] = await Promise.all([get('/api/home'), get('/healthz'), get('/metrics')]);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toEqual({
    error: { code: 'unavailable', message: ERROR_MESSAGES.unavailable },
  });
  expect([health.status, metrics.status]).toEqual([200, 200]);
});
