import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startRealtime, type TestRealtime } from '@hereabouts/testing/realtime';
import type { TopicMember } from './realtime.ts';

let app: TestRealtime;
let grant: unknown;
let members: Map<string, TopicMember>;
let granted: unknown[];
let left: string[];
/** Holds up the next access check until it resolves. */
let held: Promise<void>;

beforeEach(async () => {
  app = await startRealtime();
  grant = 'first';
  members = new Map();
  granted = [];
  // Sockets of the test before may close while this one runs; they are none of its business.
  const leftHere: string[] = [];
  left = leftHere;
  held = Promise.resolve();
  app.realtime.registerTopic('live', {
    async mayJoin() {
      await held;
      return grant === null ? { ok: false, reason: 'not_found' } : { ok: true, grant };
    },
    granted(_, member) {
      members.set(member.viewer.userId, member);
      granted.push(member.grant);
    },
    left: (_, member) => void leftHere.push(member.viewer.userId),
    receive: (id, member, event, payload) =>
      event === 'position'
        ? { ok: true, reply: { id, by: member.viewer.userId, payload } }
        : { ok: false, reason: 'unknown_event' },
  });
  app.realtime.registerTopic('event', { mayJoin: async () => ({ ok: true }) });
});
afterEach(() => app.stop());

async function viewer() {
  const userId = randomUUID();
  const socket = await app.connect(app.issueToken({ userId }));
  const { channel } = await socket.join('live:7');
  const push = (event: string, payload: object) =>
    new Promise<unknown>((resolve) => {
      channel.push(event, payload).receive('ok', resolve).receive('error', resolve);
    });
  return { userId, socket, channel, push };
}

test('a topic takes what its members push, and nobody else pushes anything', async () => {
  const ann = await viewer();
  expect(await ann.push('position', { x: 1 })).toEqual({ id: '7', by: ann.userId, payload: { x: 1 } });
  expect(await ann.push('elsewhere', {})).toEqual({ reason: 'unknown_event' });
  grant = null;
  app.realtime.recheck('live:7');
  await ann.socket.seen('live:7', 'access_lost');
  // The stock client sends nothing on a channel it has left, so this goes past it.
  ann.socket.socket.push({ topic: 'live:7', event: 'position', payload: {}, ref: '99', join_ref: '1' });
  await ann.socket.settled();
  const answer = ann.socket.received.find(({ ref }) => ref === '99');
  expect(answer?.payload).toEqual({ status: 'error', response: { reason: 'not_found' } });
});

test('a message to one member reaches no other, as text and as bytes', async () => {
  const [ann, bob] = await Promise.all([viewer(), viewer()]);
  members.get(ann.userId)?.send('watched', { is_watched: true });
  members.get(ann.userId)?.sendBinary('frame', Uint8Array.of(1, 2, 3));
  expect(await ann.socket.seen('live:7', 'watched')).toEqual({ is_watched: true });
  expect(new Uint8Array((await ann.socket.seen('live:7', 'frame')) as ArrayBuffer)).toEqual(
    Uint8Array.of(1, 2, 3),
  );
  await bob.socket.settled();
  expect(bob.socket.received.filter(({ event }) => event !== 'phx_reply')).toEqual([]);
});

test('LIVE-02 during a recheck a member receives nothing and has no grant', async () => {
  const ann = await viewer();
  const member = members.get(ann.userId);
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  grant = 'second';
  app.realtime.recheckPeople([ann.userId], ['live']);
  expect(member?.grant).toBeNull();
  member?.send('watched', { is_watched: true });
  expect(await ann.push('position', {})).toEqual({ reason: 'unavailable' });
  resolve();
  await expect.poll(() => granted).toEqual(['first', 'second']);
  expect(member?.grant).toBe('second');
  await ann.socket.settled();
  expect(ann.socket.received.some(({ event }) => event === 'watched')).toBe(false);
});

test('a recheck of people asks for all they have joined, or topics of some kinds only', async () => {
  const [ann, bob] = await Promise.all([viewer(), viewer()]);
  await ann.socket.join('event:1');
  grant = null;
  app.realtime.recheckPeople([ann.userId], ['event']);
  await ann.socket.settled();
  expect(left).toEqual([]);
  app.realtime.recheckPeople([ann.userId]);
  await ann.socket.seen('live:7', 'access_lost');
  expect(left).toEqual([ann.userId]);
  await bob.socket.settled();
  expect(bob.socket.received.some(({ event }) => event === 'access_lost')).toBe(false);
});

test('left is called once for each member that leaves, is cut off or rejoins', async () => {
  const [ann, bob, cat] = await Promise.all([viewer(), viewer(), viewer()]);
  await new Promise((resolve) => void ann.channel.leave().receive('ok', resolve));
  await expect.poll(() => left).toEqual([ann.userId]);
  bob.socket.socket.disconnect();
  await expect.poll(() => left).toEqual([ann.userId, bob.userId]);
  await cat.socket.join('live:7');
  expect(left).toEqual([ann.userId, bob.userId, cat.userId]);
  expect(granted).toHaveLength(4);
});
