import { createECDH, randomBytes } from 'node:crypto';
import { PUSH_TEXTS, pushRoutes } from '@hereabouts/contract/push';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const endpoint = 'https://fcm.googleapis.com/fcm/send/abc';
const newKeys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
});

test('PUSH-01 PUSH-03 whoever knows a browser’s endpoint takes it from nobody; the browser itself takes it along', async () => {
  const [owner, thief] = [await app.signUp(), await app.signUp()];
  const keys = newKeys();
  const subscribe = async (who: typeof owner, its: ReturnType<typeof newKeys>) =>
    (await who.call(pushRoutes.subscribeToPush, { body: { endpoint, keys: its } })).status;
  const endpointOf = async (who: typeof owner) => (await who.ok(pushRoutes.getPush)).endpoint;
  expect(await subscribe(owner, keys)).toBe(204);
  for (const guess of [newKeys(), { ...newKeys(), p256dh: keys.p256dh }]) {
    expect(await subscribe(thief, guess)).toBe(204);
    expect(await endpointOf(owner)).toBe(endpoint);
  }
  await owner.ok(pushRoutes.unsubscribeFromPush);
  expect(await subscribe(thief, newKeys())).toBe(204);
  expect(await subscribe(owner, keys)).toBe(204);
  expect(await endpointOf(owner)).toBe(endpoint);
  // Somebody else who signs in there.
  const next = await app.signUp();
  expect(await subscribe(next, keys)).toBe(204);
  expect([await endpointOf(owner), await endpointOf(next)]).toEqual([null, endpoint]);
  // A browser that renewed its keys, in the same account.
  expect(
    await subscribe(await next.signInElsewhere().then((session) => ({ ...next, ...session })), newKeys()),
  ).toBe(204);
});

test('PUSH-03 whoever knows the secret of a subscription too, and not its key, is refused and takes nothing', async () => {
  const [owner, thief] = [await app.signUp(), await app.signUp()];
  const keys = newKeys();
  const known = `${endpoint}-known`;
  await owner.ok(pushRoutes.subscribeToPush, { body: { endpoint: known, keys } });
  const body = { endpoint: known, keys: { ...newKeys(), auth: keys.auth } };
  expect(await thief.call(pushRoutes.subscribeToPush, { body })).toMatchObject({
    body: { error: { code: 'invalid', message: PUSH_TEXTS.unknownEndpoint } },
  });
  expect((await owner.ok(pushRoutes.getPush)).endpoint).toBe(known);
  expect((await thief.ok(pushRoutes.getPush)).endpoint).toBeNull();
});

test('PUSH-03 of the accounts on one endpoint only the first and the two newest stay subscribed', async () => {
  const shared = `${endpoint}-shared`;
  const others = await Promise.all([1, 2, 3, 4, 5].map(() => app.signUp()));
  const owner = await app.signUp();
  for (const who of [owner, ...others]) {
    app.clock.advance(1_000);
    await who.ok(pushRoutes.subscribeToPush, { body: { endpoint: shared, keys: newKeys() } });
  }
  const told = [];
  for (const who of [owner, ...others]) told.push((await who.ok(pushRoutes.getPush)).endpoint !== null);
  expect(told).toEqual([true, false, false, false, true, true]);
});
