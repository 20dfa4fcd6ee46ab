import { REALTIME_VERSION } from '@hereabouts/contract/realtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRealtime, type TestRealtime } from '@hereabouts/testing/realtime';
import type { TopicAccess } from './realtime.ts';

let app: TestRealtime;
/** Answers of `mayJoin` by topic id; an id without one does not exist. */
let access: Map<string, (joinPayload: unknown) => Promise<TopicAccess>>;

beforeEach(async () => {
  app = await startRealtime();
  access = new Map([['1', async () => ({ ok: true })]]);
  app.realtime.registerTopic('event', {
    mayJoin: async (_, id, payload) =>
      (await access.get(id)?.(payload)) ?? { ok: false, reason: 'not_found' },
  });
});
afterEach(() => app.stop());

test('a socket without a valid token gets the reason and is closed', async () => {
  const anonymous = await app.connect('made-up');
  expect(await anonymous.seen('phoenix', 'connection_refused')).toEqual({ reason: 'unauthenticated' });
  expect(await anonymous.closed()).toBe(4001);
  expect(app.realtime.connectionCount()).toBe(0);
});

test('PERM-05 a topic that is missing, of no kind or forbidden is refused in one way', async () => {
  const { join } = await app.connect();
  access.set('private', async () => ({ ok: false, reason: 'not_found' }));
  const refusals = ['event:2', 'event:private', 'other:1', 'event', 'event:*', 'event:1:2', 'event:a.b'].map(
    (topic) => expect(join(topic)).rejects.toThrow(/^not_found$/),
  );
  await Promise.all(refusals);
});

test('a server of another version refuses the connection', async () => {
  const old = await app.connect(app.issueToken(), { version: '0' });
  expect(await old.seen('phoenix', 'connection_refused')).toEqual({ reason: 'unsupported_version' });
  const current = await app.connect(app.issueToken(), { version: String(REALTIME_VERSION) });
  await current.join('event:1');
});

test('members of a topic receive its messages in order, and nobody else does', async () => {
  const [ann, bob, eve] = await Promise.all([app.connect(), app.connect(), app.connect()]);
  access.set('2', async () => ({ ok: true }));
  await Promise.all([ann.join('event:1'), bob.join('event:1'), eve.join('event:2')]);
  for (let n = 0; n < 50; n += 1) app.realtime.publish('event:1', 'event_changed', { event_id: n });
  await Promise.all([ann.settled(), bob.settled(), eve.settled()]);
  const numbers = Array.from({ length: 50 }, (_, n) => n);
  for (const { received } of [ann, bob]) {
    const heard = received.filter(({ event }) => event === 'event_changed');
    expect(heard.map(({ payload }) => payload.event_id)).toEqual(numbers);
  }
  expect(eve.received.filter(({ event }) => event === 'event_changed')).toEqual([]);
});

test('the reply to a join precedes messages published during its access check', async () => {
  const { join, received } = await app.connect();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<TopicAccess>();
  access.set('7', (payload) => {
    expect(payload).toEqual({ last_seq: 3 });
    asked.resolve();
    return answer.promise;
  });
  const joined = join('event:7', { last_seq: 3 });
  await asked.promise;
  app.realtime.publish('event:7', 'event_changed', { event_id: 1 });
  app.realtime.publish('event:7', 'event_changed', { event_id: 2 });
  answer.resolve({ ok: true, reply: { missed: [4, 5] } });
  expect((await joined).reply).toEqual({ missed: [4, 5] });
  const order = received
    .filter(({ topic }) => topic === 'event:7')
    .map(({ event, payload }) => payload.event_id ?? event);
  await expect.poll(() => received.filter(({ event }) => event === 'event_changed').length).toBe(2);
  expect(order[0]).toBe('phx_reply');
});

test('a refused join receives nothing published during its access check', async () => {
  const { join, received, settled } = await app.connect();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<TopicAccess>();
  access.set('7', () => (asked.resolve(), answer.promise));
  const joined = join('event:7');
  await asked.promise;
  app.realtime.publish('event:7', 'event_changed', { event_id: 1 });
  answer.resolve({ ok: false, reason: 'not_found' });
  await expect(joined).rejects.toThrow('not_found');
  await settled();
  expect(received.filter(({ event }) => event === 'event_changed')).toEqual([]);
});

test('a member who leaves receives nothing more, and can join again', async () => {
  const { join, received, settled } = await app.connect();
  const { channel } = await join('event:1');
  channel.leave();
  await settled();
  app.realtime.publish('event:1', 'event_changed', { event_id: 1 });
  await settled();
  expect(received.filter(({ event }) => event === 'event_changed')).toEqual([]);
  await join('event:1');
  app.realtime.publish('event:1', 'event_changed', { event_id: 2 });
  await expect
    .poll(() => received.at(-1))
    .toMatchObject({ event: 'event_changed', payload: { event_id: 2 } });
});

test('a second join of a topic on one socket takes the place of the first', async () => {
  const { join, received, settled } = await app.connect();
  const first = await join('event:1');
  const closed = new Promise((resolve) => void first.channel.onClose(() => resolve('closed')));
  await join('event:1');
  expect(await closed).toBe('closed');
  app.realtime.publish('event:1', 'event_changed', { event_id: 2 });
  await settled();
  expect(received.filter(({ event }) => event === 'event_changed')).toHaveLength(1);
});

test('a join that cannot be decided is refused for now', async () => {
  const { join } = await app.connect();
  access.set('7', () => Promise.reject(new Error('database gone')));
  await expect(join('event:7')).rejects.toThrow('unavailable');

  const asked = Promise.withResolvers<void>();
  access.set('8', () => (asked.resolve(), new Promise(() => {})));
  const undecided = join('event:8');
  await asked.promise;
  app.clock.advance(9_000);
  await expect(undecided).rejects.toThrow('unavailable');
});

test('the stock client reconnects after a lost connection and joins again', async () => {
  const { socket, join, received } = await app.connect();
  const { channel } = await join('event:1');
  const lost = new Promise((resolve) => void channel.onError(resolve));
  const back = new Promise<void>((resolve) => void socket.onOpen(resolve));
  (socket as unknown as { conn: WebSocket }).conn.close();
  await Promise.all([lost, back]);
  await expect.poll(() => channel.state).toBe('joined');
  app.realtime.publish('event:1', 'event_changed', { event_id: 3 });
  await expect.poll(() => received.at(-1)).toMatchObject({ payload: { event_id: 3 } });
});

test('a topic cannot be registered twice', () => {
  const again = () => app.realtime.registerTopic('event', { mayJoin: async () => ({ ok: true }) });
  expect(again).toThrow('event is registered twice');
});
