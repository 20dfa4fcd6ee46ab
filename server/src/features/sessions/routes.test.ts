import { MINUTE_MS } from '@hereabouts/contract/durations';
import { AUTH_API_VERSION, AUTH_PATH } from '@hereabouts/contract/auth';
import { sessionRoutes } from '@hereabouts/contract/sessions';
import { startTestApp, TEST_PASSWORD, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createCaller, type Caller } from '@hereabouts/testing/caller';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';

let app: TestApp;
let ann: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ann = await app.signUp({ name: 'Ann' });
});
afterAll(() => app.stop());

type Device = Caller & { token: string; refreshToken: string; sessionId: string };

async function authCall(path: string, body: object, userAgent?: string) {
  const response = await fetch(`${app.url}${AUTH_PATH}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': AUTH_API_VERSION,
      ...(userAgent && { 'user-agent': userAgent }),
    },
    body: JSON.stringify(body),
  });
  // The tests look into what the service answers.
  const answer: any = await response.json();
  return { status: response.status, body: answer };
}

async function signIn(person: TestPerson, userAgent?: string): Promise<Device> {
  const { body } = await authCall(
    '/token?grant_type=password',
    { email: person.email, password: TEST_PASSWORD },
    userAgent,
  );
  const token: string = body.access_token;
  const session = await app.context.auth.authenticate(token);
  return {
    ...createCaller(app.url, () => token),
    token,
    refreshToken: body.refresh_token,
    sessionId: session!.viewer.sessionId,
  };
}

const list = async (caller: Caller) => (await caller.ok(sessionRoutes.listSessions)).sessions;

test('SESS-01 the list names browser and device, start, last use to the hour and the current session', async () => {
  const startedAt = new Date(app.clock.now()).toISOString();
  const firefox = await signIn(ann, FIREFOX);
  app.clock.advance(95 * MINUTE_MS);
  const laptop = await signIn(ann, FIREFOX.replace('Windows NT 10.0', 'X11; Linux x86_64'));
  const sessions = await list(laptop);
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({
    id: laptop.sessionId,
    is_current: true,
    browser: 'Firefox',
    device: 'Linux',
  });
  expect(sessions.find(({ id }) => id === firefox.sessionId)).toEqual({
    id: firefox.sessionId,
    browser: 'Firefox',
    device: 'Windows',
    started_at: startedAt,
    last_used_at: `${startedAt.slice(0, 13)}:00:00.000Z`,
    is_current: false,
  });
  expect(sessions.map(({ is_current: isCurrent }) => isCurrent)).toEqual([true, false, false]);
});

test('SESS-01 a refresh renews the last use and the description; a request writes nothing', async () => {
  const device = await signIn(ann, FIREFOX);
  const before = await app.context.db.query('select * from auth.sessions where id = $1', [device.sessionId]);
  app.clock.advance(10 * MINUTE_MS);
  await list(device);
  expect(await app.context.db.query('select * from auth.sessions where id = $1', [device.sessionId])).toEqual(
    before,
  );
  app.clock.advance(60 * MINUTE_MS);
  const phone = 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0';
  const { body } = await authCall(
    '/token?grant_type=refresh_token',
    { refresh_token: device.refreshToken },
    phone,
  );
  const [session] = await list(createCaller(app.url, () => body.access_token));
  const hour = new Date(app.clock.now()).toISOString().slice(0, 13);
  expect(session).toMatchObject({
    id: device.sessionId,
    device: 'Android',
    last_used_at: `${hour}:00:00.000Z`,
  });
});

test('SESS-01 nobody sees or ends the sessions of others', async () => {
  const bob = await app.signUp({ name: 'Bob' });
  const device = await signIn(ann);
  expect((await list(bob)).map(({ id }) => id)).not.toContain(device.sessionId);
  const params = { sessionId: device.sessionId };
  expect((await bob.call(sessionRoutes.endSession, { params })).status).toBe(404);
  expect((await bob.call(sessionRoutes.endOtherSessions)).status).toBe(204);
  expect(await list(device)).toHaveLength(2);
});

test('SESS-01 an ended session stops at once: requests, refresh and sockets', async () => {
  const lost = await signIn(ann);
  const socket = await app.listen({ id: ann.id, token: lost.token });
  await ann.ok(sessionRoutes.endSession, { params: { sessionId: lost.sessionId } });
  expect((await lost.call(sessionRoutes.listSessions)).status).toBe(401);
  expect(await socket.closed()).toBe(4002);
  const refused = await authCall('/token?grant_type=refresh_token', { refresh_token: lost.refreshToken });
  expect(refused).toMatchObject({ status: 400, body: { code: 'refresh_token_not_found' } });
  const again = await ann.call(sessionRoutes.endSession, { params: { sessionId: lost.sessionId } });
  expect(again.status).toBe(404);
  expect(await list(ann)).toHaveLength(1);
});

test('SESS-01 all others end at once, the current one goes on', async () => {
  const others = [await signIn(ann), await signIn(ann)];
  await ann.ok(sessionRoutes.endOtherSessions);
  for (const device of others) expect((await device.call(sessionRoutes.listSessions)).status).toBe(401);
  expect(await list(ann)).toMatchObject([{ is_current: true }]);
});

test('SESS-01 a session that has ended is refused within two seconds on another process, and ends no other', async () => {
  const other = await startTestApp({}, { beside: app });
  const thief = await signIn(ann);
  const there = createCaller(other.url, () => thief.token);
  expect(await list(there)).toHaveLength(2);
  await ann.ok(sessionRoutes.endSession, { params: { sessionId: thief.sessionId } });
  // The other process still believes what it read a moment ago, but does not act on it.
  expect((await there.call(sessionRoutes.endOtherSessions)).status).toBe(401);
  app.clock.advance(2_000);
  expect((await there.call(sessionRoutes.listSessions)).status).toBe(401);
  expect(await list(ann)).toHaveLength(1);
  await other.stop();
});
