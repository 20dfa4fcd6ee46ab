import { randomUUID } from 'node:crypto';
import { startRealtime, type TestRealtime } from '@hereabouts/testing/realtime';
import { afterEach, expect, test } from 'vitest';
import { rateLimited } from '#server/http/errors.ts';
import { createLocalBus } from './local-bus.ts';

let app: TestRealtime;
afterEach(() => app.stop());

const outcome = (joining: Promise<unknown>) =>
  joining.then(
    () => 'joined',
    (error: Error) => error.message,
  );

test('access checks: a few of one person at once, none of another waits behind them (S38)', async () => {
  app = await startRealtime({ limits: { accessChecks: 4, accessChecksPerUser: 2 } });
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  app.realtime.registerTopic('event', {
    async mayJoin({ userId }, id) {
      asked.push(`${userId === hostile ? 'hostile' : 'other'} ${id}`);
      await new Promise<void>((resolve) => void answers.push(resolve));
      return { ok: true };
    },
  });
  const hostile = randomUUID();
  const sockets = await Promise.all(
    Array.from({ length: 3 }, () => app.connect(app.issueToken({ userId: hostile }))),
  );
  const joins = sockets.flatMap(({ join }) => [1, 2, 3].map((id) => outcome(join(`event:${id}`))));
  for (const socket of sockets) await socket.settled();
  expect(asked).toHaveLength(2);
  const other = await app.connect();
  const joined = outcome(other.join('event:9'));
  await other.settled();
  expect(asked).toEqual(['hostile 1', expect.stringContaining('hostile'), 'other 9']);
  const answering = setInterval(() => answers.splice(0).forEach((answer) => answer()));
  expect(await joined).toBe('joined');
  expect(await Promise.all(joins)).toEqual(Array.from({ length: 9 }, () => 'joined'));
  clearInterval(answering);
});

test('LIVE-10 joins that wait in a queue of their topic hold no place among the access checks, and are refused when it is full', async () => {
  app = await startRealtime({ limits: { accessChecks: 2 } });
  const waiting: string[] = [];
  app.realtime.registerTopic('chat', {
    inJoinTurn({ viewer }, joinPayload) {
      const { after_seq: afterSeq } = joinPayload as { after_seq?: number };
      if (afterSeq === undefined) return null;
      if (waiting.length === 4) throw rateLimited(1_000);
      waiting.push(viewer.userId);
      return new Promise(() => {});
    },
    mayJoin: async () => ({ ok: true }),
  });
  const [hostile, other] = [await app.connect(), await app.connect()];
  for (let id = 1; id <= 4; id += 1) void outcome(hostile.join(`chat:${id}`, { after_seq: 0 }));
  await hostile.settled();
  expect(waiting).toHaveLength(4);
  expect(await outcome(hostile.join('chat:5', { after_seq: 0 }))).toBe('rate_limited');
  expect(await outcome(other.join('chat:1'))).toBe('joined');
  app.realtime.recheck('chat:1');
  await other.settled();
  expect(other.received.map(({ event }) => event)).not.toContain('phx_error');
});

test('joins that wait for their turn subscribe to nothing on the bus, and those given up never ask (S38)', async () => {
  const bus = createLocalBus();
  const subjects: string[] = [];
  const watched = {
    ...bus,
    subscribe: (...[subject, handler]: Parameters<typeof bus.subscribe>) => {
      subjects.push(subject);
      return bus.subscribe(subject, handler);
    },
  };
  app = await startRealtime({ bus: watched, limits: { accessChecks: 1 } });
  let asked = 0;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  app.realtime.registerTopic('event', {
    async mayJoin() {
      asked += 1;
      await answered;
      return { ok: true };
    },
  });
  const first = await app.connect();
  const joined = outcome(first.join('event:1'));
  await first.settled();
  const second = await app.connect();
  for (let id = 2; id < 30; id += 1) void outcome(second.join(`event:${id}`));
  await second.settled();
  expect(subjects.filter((subject) => subject.startsWith('topic.'))).toEqual(['topic.event:1']);
  second.socket.disconnect();
  await expect.poll(() => app.realtime.connectionCount()).toBe(1);
  answer();
  expect(await joined).toBe('joined');
  await first.settled();
  expect(asked).toBe(1);
});

test('a session has so many joins a minute over all its sockets; another session of the person has its own (S38)', async () => {
  app = await startRealtime({ limits: { joinsPerMinute: 4 } });
  app.realtime.registerTopic('event', { mayJoin: async () => ({ ok: true }) });
  const userId = randomUUID();
  const token = app.issueToken({ userId, sessionId: randomUUID() });
  const [one, two] = [await app.connect(token), await app.connect(token)];
  for (const { join } of [one, two]) {
    expect(await outcome(join('event:1'))).toBe('joined');
    expect(await outcome(join('event:2'))).toBe('joined');
  }
  expect(await outcome(one.join('event:3'))).toBe('rate_limited');
  expect(await outcome(two.join('nothing:3'))).toBe('rate_limited');
  const elsewhere = await app.connect(app.issueToken({ userId }));
  expect(await outcome(elsewhere.join('event:3'))).toBe('joined');
  app.clock.advance(15_000);
  expect(await outcome(one.join('event:4'))).toBe('joined');
});

test('a person has so many joins a minute over all sessions; nobody else is affected (S38)', async () => {
  app = await startRealtime({ limits: { joinsPerMinute: 4, userJoinsPerMinute: 6 } });
  app.realtime.registerTopic('event', { mayJoin: async () => ({ ok: true }) });
  const userId = randomUUID();
  const [one, two] = [
    await app.connect(app.issueToken({ userId })),
    await app.connect(app.issueToken({ userId })),
  ];
  for (const id of [1, 2, 3, 4]) expect(await outcome(one.join(`event:${id}`))).toBe('joined');
  for (const id of [1, 2]) expect(await outcome(two.join(`event:${id}`))).toBe('joined');
  expect(await outcome(two.join('event:3'))).toBe('rate_limited');
  const other = await app.connect();
  expect(await outcome(other.join('event:3'))).toBe('joined');
  app.clock.advance(10_000);
  expect(await outcome(two.join('event:4'))).toBe('joined');
});
