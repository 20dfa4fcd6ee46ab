import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { freePort, natsServer, natsUrl, openNatsProxy, startNats, stopNats } from '@hereabouts/testing/nats';
import { startRealtime, type TestRealtime } from '@hereabouts/testing/realtime';
import { openBus, type Bus } from './bus.ts';
import { BUS_LOSS_SEEN_MS } from './limits.ts';

if (natsServer === undefined) console.warn('NATS tests are skipped: no nats-server is installed');

const log = pino({ level: 'silent' });
const db = await createTestDatabase();
afterAll(() => db.close());

describe.skipIf(natsServer === undefined)('two processes over NATS', () => {
  let nats: ChildProcess;
  let port: number;
  /** Of the first process. */
  let proxy: Awaited<ReturnType<typeof openNatsProxy>>;
  let clock: FakeClock;
  let buses: [Bus, Bus];
  let here: TestRealtime;
  let there: TestRealtime;
  let guests: Set<string>;

  beforeEach(async () => {
    port = await freePort();
    nats = await startNats(port);
    proxy = await openNatsProxy(port);
    clock = createFakeClock();
    const open = (natsPort: number) => openBus(natsUrl(natsPort), log, { db, clock });
    buses = [await open(proxy.port), await open(port)];
    [here, there] = (await Promise.all(buses.map((bus) => startRealtime({ bus, clock })))) as [
      TestRealtime,
      TestRealtime,
    ];
    guests = new Set();
    for (const { realtime } of [here, there]) {
      realtime.registerTopic('event', {
        mayJoin: async ({ userId }) =>
          guests.has(userId) ? { ok: true } : { ok: false, reason: 'not_found' },
      });
    }
  });
  afterEach(async () => {
    await Promise.all([here.stop(), there.stop(), ...buses.map((bus) => bus.close())]);
    await proxy.close();
    await stopNats(nats);
  });

  async function guestOf(app: TestRealtime, sessionId = randomUUID()) {
    const userId = randomUUID();
    guests.add(userId);
    return { ...(await app.connect(app.issueToken({ userId, sessionId }))), userId, sessionId };
  }

  test('messages of one process reach both, once and in order, from the join on', async () => {
    const [ann, bob] = await Promise.all([guestOf(here), guestOf(there)]);
    await Promise.all([ann.join('event:1'), bob.join('event:1')]);
    for (let n = 1; n <= 100; n += 1) here.realtime.publish('event:1', 'event_changed', { event_id: n });
    const numbers = Array.from({ length: 100 }, (_, n) => n + 1);
    for (const { received } of [ann, bob]) {
      const heard = () =>
        received.filter(({ event }) => event === 'event_changed').map(({ payload }) => payload.event_id);
      await expect.poll(heard).toEqual(numbers);
    }
    await bob.settled();
  });

  test('SAFE-01 overrides reach their people in every process, in order with other messages', async () => {
    const [ann, bob, cat] = await Promise.all([guestOf(here), guestOf(there), guestOf(there)]);
    await Promise.all([ann, bob, cat].map((person) => person.join('event:1')));
    here.realtime.publish('event:1', 'said', { n: 1 });
    here.realtime.publish(
      'event:1',
      'said',
      { n: 2 },
      { userIds: [ann.userId, bob.userId], payload: { n: 0 } },
    );
    here.realtime.publish('event:1', 'said', { n: 3 });
    for (const [person, numbers] of [
      [ann, [1, 0, 3]] as const,
      [bob, [1, 0, 3]] as const,
      [cat, [1, 2, 3]] as const,
    ]) {
      const heard = () =>
        person.received.filter(({ event }) => event === 'said').map(({ payload }) => payload.n);
      await expect.poll(heard).toEqual(numbers);
    }
  });

  test('PERM-05 a recheck and the end of a session reach the sockets of every process', async () => {
    const [ann, bob] = await Promise.all([guestOf(there), guestOf(there)]);
    await Promise.all([ann.join('event:1'), bob.join('event:1')]);
    guests.delete(ann.userId);
    here.realtime.recheck('event:1', [ann.userId]);
    await ann.seen('event:1', 'access_lost');
    here.realtime.endSession(bob.sessionId);
    expect(await bob.closed()).toBe(4002);
    here.realtime.endUser(ann.userId);
    expect(await ann.closed()).toBe(4002);
  });

  test.each(['cut', 'silent'] as const)(
    'PERM-05 LIVE-02 what one process takes back reaches the others while its own connection to the bus is %s',
    async (how) => {
      const [ann, bob, cat] = await Promise.all([guestOf(there), guestOf(there), guestOf(there)]);
      await Promise.all([ann, bob, cat].map((person) => person.join('event:1')));
      proxy.fail(how);
      guests.delete(ann.userId);
      here.realtime.recheck('event:1', [ann.userId]);
      here.realtime.endSession(bob.sessionId);
      const hears = () => {
        // Half of the two seconds that it may take.
        clock.advance(1_000);
        return ann.received.some(({ event }) => event === 'access_lost') && bob.closes.includes(4002);
      };
      await expect.poll(hears).toBe(true);
      expect(cat.received.filter(({ event }) => event === 'access_lost')).toEqual([]);
      expect(cat.closes).toEqual([]);
      await db.query("update revocations set written_at = now() - interval '2 hours'");
      const left = async () => {
        clock.advance(HOUR_MS);
        return (await db.query<{ count: number }>('select count(*)::int as count from revocations'))[0]
          ?.count;
      };
      await expect.poll(left).toBe(0);
    },
  );

  test('PERM-05 what could not be told at all is told as soon as the bus is back', async () => {
    const ann = await guestOf(there);
    await ann.join('event:1');
    await db.query('alter table revocations rename to revocations_away');
    try {
      proxy.fail('cut');
      guests.delete(ann.userId);
      here.realtime.recheck('event:1', [ann.userId]);
      clock.advance(1_000);
    } finally {
      await db.query('alter table revocations_away rename to revocations');
    }
    proxy.restore();
    const hears = () => {
      clock.advance(400);
      return ann.received.some(({ event }) => event === 'access_lost');
    };
    await expect.poll(hears).toBe(true);
  });

  test('PERM-05 a process that could not reach the database finds what was written meanwhile', async () => {
    const told: string[] = [];
    await buses[1].subscribe('doors', (message) => void told.push(message.toString()));
    await db.query(
      "insert into revocations (subject, message, written_at) values ('doors', 'gone', now() - interval '9 minutes')",
    );
    await db.query('alter table revocations rename to revocations_away');
    try {
      clock.advance(10 * MINUTE_MS);
    } finally {
      await db.query('alter table revocations_away rename to revocations');
    }
    const next = () => {
      clock.advance(400);
      return told;
    };
    await expect.poll(next).toEqual(['gone']);
  });

  test('an abandoned topic can be joined again and receives messages', async () => {
    const bob = await guestOf(there);
    const { channel } = await bob.join('event:1');
    channel.leave();
    await bob.settled();
    await bob.join('event:1');
    here.realtime.publish('event:1', 'event_changed', { event_id: 1 });
    expect(await bob.seen('event:1', 'event_changed')).toEqual({ event_id: 1 });
  });

  test('a process cut off from the others closes its sockets, and takes new ones when it is back', async () => {
    const ann = await guestOf(here);
    await ann.join('event:1');
    const lost = Promise.withResolvers<void>();
    const back = Promise.withResolvers<void>();
    buses[0].onChange((connected) => (connected ? back : lost).resolve());
    await stopNats(nats);
    await lost.promise;
    clock.advance(1_500);
    expect(await ann.closed()).toBe(1013);
    expect((await here.connect()).closes).toEqual([1006]);
    nats = await startNats(port);
    await back.promise;
    await (await guestOf(here)).join('event:1');
  });

  test('LIVE-02 a frozen NATS server is noticed in time to close the sockets within 2 s', async () => {
    const lost = Promise.withResolvers<void>();
    buses[0].onChange((connected) => !connected && lost.resolve());
    const frozenAt = performance.now();
    nats.kill('SIGSTOP');
    await lost.promise;
    const noticedAfterMs = performance.now() - frozenAt;
    nats.kill('SIGCONT');
    expect(noticedAfterMs).toBeLessThan(BUS_LOSS_SEEN_MS);
  });

  test('RT-01 sockets reconnect after a short loss of the bus, because messages may be missing', async () => {
    const ann = await guestOf(here);
    const { channel } = await ann.join('event:1');
    await stopNats(nats);
    nats = await startNats(port);
    expect(await ann.closed()).toBe(1012);
    await expect.poll(() => channel.state).toBe('joined');
    const bob = await guestOf(there);
    await expect
      .poll(() =>
        bob.join('event:1').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    there.realtime.publish('event:1', 'event_changed', { event_id: 1 });
    await ann.seen('event:1', 'event_changed');
  });
});

test('a NATS server that cannot be reached is named', async () => {
  const port = await freePort();
  await expect(
    openBus(`nats://me:secret@127.0.0.1:${port}`, log, { db, clock: createFakeClock() }),
  ).rejects.toThrow(`The NATS server at 127.0.0.1:${port} cannot be reached`);
});
