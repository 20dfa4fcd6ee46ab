import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRealtime, type TestRealtime, type TestSocket } from '@hereabouts/testing/realtime';

let app: TestRealtime;
/** User ids that may be in `event:1`. */
let guests: Set<string>;
let accessChecks: number;
let mayJoin: (userId: string) => Promise<boolean>;

beforeEach(async () => {
  app = await startRealtime();
  guests = new Set();
  accessChecks = 0;
  mayJoin = async (userId) => guests.has(userId);
  app.realtime.registerTopic('event', {
    async mayJoin({ userId }) {
      accessChecks += 1;
      return (await mayJoin(userId)) ? { ok: true } : { ok: false, reason: 'not_found' };
    },
  });
});
afterEach(() => app.stop());

async function guest(): Promise<TestSocket & { userId: string }> {
  const userId = randomUUID();
  guests.add(userId);
  const socket = await app.connect(app.issueToken({ userId }));
  return { ...socket, userId };
}

const changes = ({ received }: TestSocket) => received.filter(({ event }) => event === 'event_changed');

test('PERM-05 a member who loses access is dropped at a recheck and receives nothing published after it', async () => {
  const [ann, bob] = await Promise.all([guest(), guest()]);
  const { channel } = await ann.join('event:1');
  await bob.join('event:1');
  const closed = new Promise((resolve) => void channel.onClose(() => resolve('closed')));
  guests.delete(ann.userId);
  app.realtime.recheck('event:1', [ann.userId]);
  app.realtime.publish('event:1', 'event_changed', { event_id: 1 });
  await ann.seen('event:1', 'access_lost');
  expect(await closed).toBe('closed');
  await bob.seen('event:1', 'event_changed');
  await ann.settled();
  expect(changes(ann)).toEqual([]);
  await expect(ann.join('event:1')).rejects.toThrow('not_found');
});

test('a recheck without names asks for everybody, one with names only for them', async () => {
  const [ann, bob] = await Promise.all([guest(), guest()]);
  await Promise.all([ann.join('event:1'), bob.join('event:1')]);
  guests.clear();
  accessChecks = 0;
  app.realtime.recheck('event:1', [bob.userId]);
  await bob.seen('event:1', 'access_lost');
  expect(accessChecks).toBe(1);
  app.realtime.recheck('event:1');
  await ann.seen('event:1', 'access_lost');
  expect(accessChecks).toBe(2);
});

test('a member who keeps access receives messages published during the recheck', async () => {
  const ann = await guest();
  await ann.join('event:1');
  const answer = Promise.withResolvers<boolean>();
  mayJoin = () => answer.promise;
  app.realtime.recheck('event:1');
  app.realtime.publish('event:1', 'event_changed', { event_id: 1 });
  await ann.settled();
  expect(changes(ann)).toEqual([]);
  answer.resolve(true);
  expect(await ann.seen('event:1', 'event_changed')).toEqual({ event_id: 1 });
});

test('a change of access during a recheck or a join is asked for again', async () => {
  const ann = await guest();
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  const asked = Promise.withResolvers<void>();
  mayJoin = () => (asked.resolve(), answers[accessChecks - 1]?.promise ?? Promise.resolve(false));
  const joining = ann.join('event:1');
  await asked.promise;
  app.realtime.recheck('event:1', [ann.userId]);
  answers[0]?.resolve(true);
  answers[1]?.resolve(false);
  await expect(joining).rejects.toThrow('not_found');
  expect(accessChecks).toBe(2);
});

test('a recheck that is not answered within 1.5 s breaks the channel, which joins again later', async () => {
  const ann = await guest();
  const { channel } = await ann.join('event:1');
  const broken = new Promise((resolve) => void channel.onError(resolve));
  const asked = Promise.withResolvers<void>();
  mayJoin = () => (asked.resolve(), new Promise(() => {}));
  app.realtime.recheck('event:1');
  await asked.promise;
  mayJoin = async () => true;
  app.realtime.publish('event:1', 'event_changed', { event_id: 1 });
  app.clock.advance(1_500);
  await broken;
  await expect.poll(() => channel.state).toBe('joined');
  expect(changes(ann)).toEqual([]);
});

test('the end of a session closes its sockets and no others', async () => {
  const userId = randomUUID();
  const [here, there] = [randomUUID(), randomUUID()];
  const phone = await app.connect(app.issueToken({ userId, sessionId: here }));
  const tab = await app.connect(app.issueToken({ userId, sessionId: here }));
  const laptop = await app.connect(app.issueToken({ userId, sessionId: there }));
  app.realtime.endSession(here);
  for (const ended of [phone, tab]) {
    await ended.seen('phoenix', 'session_ended');
    expect(await ended.closed()).toBe(4002);
  }
  await laptop.settled();
  app.realtime.endUser(userId);
  await laptop.seen('phoenix', 'session_ended');
});

test('a session that ends while its token is being looked at gets no socket', async () => {
  const viewer = { userId: randomUUID(), sessionId: randomUUID() };
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  app.beforeAuthentication = () => (asked.resolve(), answer.promise);
  const opening = app.connect(app.issueToken(viewer));
  await asked.promise;
  app.realtime.endSession(viewer.sessionId);
  answer.resolve();
  const late = await opening;
  expect(await late.seen('phoenix', 'connection_refused')).toEqual({ reason: 'unauthenticated' });
});

test('a socket asks for a fresh token in time and lives on with it', async () => {
  const viewer = { userId: randomUUID(), sessionId: randomUUID() };
  const ann = await app.connect(app.issueToken(viewer, 120_000));
  app.clock.advance(59_000);
  await ann.settled();
  expect(ann.received.some(({ event }) => event === 'token_expiring')).toBe(false);
  app.clock.advance(1_000);
  await ann.seen('phoenix', 'token_expiring');

  const send = (token: unknown) => {
    const ref = ann.socket.makeRef();
    ann.socket.push({ topic: 'phoenix', event: 'access_token', payload: { token }, ref, join_ref: null });
    return expect.poll(() => ann.received.find((message) => message.ref === ref)?.payload);
  };
  const unauthenticated = { status: 'error', response: { reason: 'unauthenticated' } };
  await send(app.issueToken({ userId: viewer.userId })).toEqual(unauthenticated);
  await send(app.issueToken({ sessionId: viewer.sessionId })).toEqual(unauthenticated);
  await send(7).toEqual(unauthenticated);
  await send(app.issueToken(viewer, 180_000)).toEqual({ status: 'ok', response: {} });
  for (let seconds = 0; seconds < 100; seconds += 20) {
    app.clock.advance(20_000);
    await ann.settled();
  }
  expect(ann.closes).toEqual([]);
});

test('PERM-05 a fresh token is the occasion to ask for access again', async () => {
  const viewer = { userId: randomUUID(), sessionId: randomUUID() };
  guests.add(viewer.userId);
  const token = app.issueToken(viewer);
  const ann = await app.connect(token);
  await ann.join('event:1');
  accessChecks = 0;
  const send = (payload: { token: string }) =>
    ann.socket.push({
      topic: 'phoenix',
      event: 'access_token',
      payload,
      ref: ann.socket.makeRef(),
      join_ref: null,
    });
  for (let times = 0; times < 20; times += 1) send({ token });
  await ann.settled();
  expect(accessChecks).toBe(0);
  guests.clear();
  app.clock.advance(1_000);
  send({ token: app.issueToken(viewer) });
  await ann.seen('event:1', 'access_lost');
  expect(accessChecks).toBe(1);
});

test('a socket whose token expires is refused', async () => {
  const ann = await app.connect(app.issueToken({}, 61_000));
  app.clock.advance(61_000);
  expect(await ann.seen('phoenix', 'connection_refused')).toEqual({ reason: 'unauthenticated' });
  expect(await ann.closed()).toBe(4001);
});
