import { randomUUID } from 'node:crypto';
import { startRealtime, type TestRealtime, type TestSocket } from '@hereabouts/testing/realtime';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ANSWER_MS = 20;

let app: TestRealtime;
let guests: Set<string>;
let accessChecks: number;
/** Of access checks that begin from now on. */
let answerMs: number;

beforeEach(async () => {
  app = await startRealtime();
  guests = new Set();
  accessChecks = 0;
  answerMs = ANSWER_MS;
  app.realtime.registerTopic('event', {
    async mayJoin({ userId }) {
      accessChecks += 1;
      const mayJoin = guests.has(userId);
      await new Promise<void>((resolve) => void app.clock.after(answerMs, resolve));
      return mayJoin ? { ok: true } : { ok: false, reason: 'not_found' };
    },
    receive: () => ({ ok: true }),
  });
});
afterEach(() => app.stop());

const nextTurn = () => new Promise((resolve) => void setImmediate(resolve));

/** Rechecks everything of the person 100 times a second, also while a question is open. */
async function flood(userId: string, forMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < forMs; passedMs += ANSWER_MS / 2) {
    app.realtime.recheckPeople([userId]);
    app.clock.advance(ANSWER_MS / 2);
    await nextTurn();
  }
}

async function join(socket: TestSocket, topic: string) {
  const joining = socket.join(topic);
  await socket.settled();
  app.clock.advance(ANSWER_MS);
  return (await joining).channel;
}

async function guest() {
  const userId = randomUUID();
  guests.add(userId);
  const socket = await app.connect(app.issueToken({ userId }));
  const channel = await join(socket, 'event:1');
  const push = () =>
    new Promise<string>((resolve) => {
      channel.push('position', {}).receive('ok', () => resolve('ok'));
      channel.push('position', {}).receive('error', ({ reason }: { reason: string }) => resolve(reason));
    });
  return { ...socket, userId, channel, push };
}

const heard = ({ received }: TestSocket) =>
  received.filter(({ event }) => event === 'event_changed').map(({ payload }) => payload.event_id);

test('SAFE-01 LIVE-02 a person blocked and unblocked all the time still receives, sends and joins', async () => {
  const ann = await guest();
  accessChecks = 0;
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  for (const event_id of numbers) {
    await flood(ann.userId, 100);
    app.realtime.publish('event:1', 'event_changed', { event_id });
  }
  await flood(ann.userId, 300);
  await ann.settled();
  expect(heard(ann)).toEqual(numbers);
  expect(accessChecks).toBeLessThanOrEqual(10 + 2_300 / 250);
  await expect.poll(async () => (await flood(ann.userId, 50), await ann.push())).toBe('ok');
  const joining = ann.join('event:2');
  await ann.settled();
  await flood(ann.userId, 300);
  expect((await joining).channel.state).toBe('joined');
  expect(ann.received.some(({ event }) => event === 'phx_error')).toBe(false);
});

test('PERM-05 a loss of access amid a flood of rechecks takes effect, and nothing gets out after it', async () => {
  const ann = await guest();
  await flood(ann.userId, 1_005);
  guests.delete(ann.userId);
  const lostMs = app.clock.now();
  app.realtime.recheckPeople([ann.userId]);
  app.realtime.publish('event:1', 'event_changed', { event_id: 1 });
  await flood(ann.userId, 400);
  await ann.seen('event:1', 'access_lost');
  expect(app.clock.now() - lostMs).toBeLessThan(500);
  expect(heard(ann)).toEqual([]);
});

test('PERM-05 a channel breaks 1.5 s after a change that no answer follows, whatever answers came before', async () => {
  const ann = await guest();
  await flood(ann.userId, 2_000);
  answerMs = Infinity;
  app.realtime.publish('event:1', 'event_changed', { event_id: 1 });
  await flood(ann.userId, 1_500);
  await ann.settled();
  expect(ann.received.at(-2)?.event).toBe('phx_error');
  expect(heard(ann)).toEqual([]);
});

test('PERM-05 a join is refused when its answer comes 1.5 s after a change that it may not know of', async () => {
  const ann = await guest();
  const joining = ann.join('event:2');
  await ann.settled();
  app.realtime.recheckPeople([ann.userId]);
  answerMs = 1_500;
  app.clock.advance(ANSWER_MS);
  await nextTurn();
  app.realtime.recheckPeople([ann.userId]);
  app.clock.advance(answerMs);
  await expect(joining).rejects.toThrow('unavailable');
});

test('PERM-05 a question that began before a loss of access lets out only what was published before the loss', async () => {
  const ann = await guest();
  const publish = (event_id: number) => app.realtime.publish('event:1', 'event_changed', { event_id });
  app.realtime.recheckPeople([ann.userId]);
  publish(1);
  await nextTurn();
  guests.delete(ann.userId);
  app.realtime.recheckPeople([ann.userId]);
  publish(2);
  app.clock.advance(ANSWER_MS);
  await nextTurn();
  publish(3);
  await ann.settled();
  expect(heard(ann)).toEqual([1]);
  app.clock.advance(250 + ANSWER_MS);
  await ann.seen('event:1', 'access_lost');
  expect(heard(ann)).toEqual([1]);
});
