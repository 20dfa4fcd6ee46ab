import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createEvent } from '@hereabouts/testing/builders';
import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ overloadLagMs: 20, metricsToken: 'secret' });
});
afterAll(() => app.stop());

/** Keeps the event loop from anything else. */
function block(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test('OPS-06 under overload requests get 503 with Retry-After, while health, readiness and metrics answer', async () => {
  const get = (path: string) => fetch(app.url + path, { headers: { authorization: 'Bearer secret' } });
  await expect
    .poll(
      async () => {
        block(100);
        return (await get('/api/settings')).status;
      },
      { interval: 1 },
    )
    .toBe(503);
  const paths = ['/api/home', '/healthz', '/readyz', '/metrics'];
  const [refused, ...others] = await Promise.all(paths.map(get));
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused?.json()).toEqual({
    error: { code: 'unavailable', message: ERROR_TEXTS.unavailable },
  });
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('LIVE-10 while the database is behind, what needs it is refused at once, but for revocations (S35)', async () => {
  let lagMs = 0;
  const db = { ...(await createTestDatabase()), lagMs: () => lagMs };
  const behind = await startTestApp({ overloadLagMs: 5_000 }, { db });
  try {
    const person = await behind.signUp();
    const eventId = await createEvent(behind, person);
    const status = async (path: string, method = 'GET') => {
      const headers = { authorization: `Bearer ${person.token}` };
      return (await fetch(behind.url + path, { method, headers })).status;
    };
    lagMs = 5_001;
    const refused = await person.call(userRoutes.getMe);
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
    expect((await person.call(userRoutes.updateMe, { body: { name: 'Other' } })).status).toBe(503);
    expect(await status('/auth/v1/user')).toBe(503);
    expect([await status('/healthz'), await status('/openapi.json')]).toEqual([200, 200]);
    expect((await person.call(sharingRoutes.stopSharing, { params: { eventId } })).status).toBe(204);
    expect(await status('/auth/v1/logout', 'POST')).toBe(204);
    lagMs = 5_000;
    expect((await person.call(userRoutes.getMe)).status).toBe(401);
  } finally {
    await behind.stop();
  }
});

test('LIVE-10 while only transactions of an address wait for the database, its changes are refused and reads go on', async () => {
  const lags = { statements: 0, all: 0 };
  const lagMs: Database['lagMs'] = (of, who) => (who?.address === '127.0.0.1' ? lags[of] : 0);
  const db: Database = { ...(await createTestDatabase()), lagMs };
  const behind = await startTestApp({ overloadLagMs: 5_000 }, { db });
  try {
    const person = await behind.signUp();
    lags.all = 5_001;
    expect((await person.call(userRoutes.getMe)).status).toBe(200);
    const refused = await person.call(userRoutes.updateMe, { body: { name: 'Other' } });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable']);
  } finally {
    await behind.stop();
  }
});

test('LIVE-10 S35 the backlog of one person refuses nobody else at the same address', async () => {
  let behind = '';
  const lagMs: Database['lagMs'] = (_of, who) => (who?.key === behind ? 5_001 : 0);
  const shared = await startTestApp(
    { overloadLagMs: 5_000 },
    { db: { ...(await createTestDatabase()), lagMs } },
  );
  try {
    const [flooder, person] = [await shared.signUp(), await shared.signUp()];
    behind = flooder.id;
    const eventId = await createEvent(shared, person);
    expect((await person.call(userRoutes.getMe)).status).toBe(200);
    const refused = [
      await flooder.call(userRoutes.getMe),
      await flooder.call(userRoutes.updateMe, { body: { name: 'Other' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([503, 503]);
    expect((await flooder.call(sharingRoutes.stopSharing, { params: { eventId } })).status).not.toBe(503);
    behind = '127.0.0.1';
    expect((await person.call(userRoutes.updateMe, { body: { name: 'Other' } })).status).toBe(200);
    expect((await fetch(`${shared.url}/auth/v1/user`)).status).toBe(503);
  } finally {
    await shared.stop();
  }
});
