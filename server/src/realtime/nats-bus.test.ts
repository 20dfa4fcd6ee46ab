import type { ChildProcess } from 'node:child_process';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { freePort, natsServer, natsUrl, startNats, stopNats } from '@hereabouts/testing/nats';
import { startRealtimePair, type RealtimePair, type TestRealtime } from '@hereabouts/testing/realtime';
import { openBus, type Bus } from './bus.ts';
import { BUS_LOSS_SEEN_MS } from './limits.ts';

if (natsServer === undefined) console.warn('NATS tests are skipped: no nats-server is installed');

const log = pino({ level: 'silent' });
const db = await createTestDatabase();
afterAll(() => db.close());

describe.skipIf(natsServer === undefined)('two processes over NATS', () => {
  let nats: ChildProcess;
  let port: number;
  let clock: FakeClock;
  let buses: [Bus, Bus];
  let here: TestRealtime;
  let there: TestRealtime;
  let guests: Set<string>;
  let guestOf: RealtimePair['guestOf'];
  let stop: RealtimePair['stop'];

  beforeEach(async () => {
    port = await freePort();
    nats = await startNats(port);
    clock = createFakeClock();
    const open = () => openBus(natsUrl(port), log, { db, clock });
    buses = [await open(), await open()];
    ({ here, there, guests, guestOf, stop } = await startRealtimePair(buses, clock));
  });
  afterEach(async () => {
    await stop();
    await stopNats(nats);
  });

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

  test('LIVE-02 what is passed on reaches the other process, and the wait for it ends with the connection', async () => {
    const heard: string[] = [];
    await buses[1].subscribe('said', (message) => void heard.push(message.toString()));
    buses[0].publish('said', Buffer.from('first'));
    await buses[0].passedOn();
    await expect.poll(() => heard).toEqual(['first']);
    nats.kill('SIGSTOP');
    const inOutage = buses[0].passedOn().then(
      () => 'passed on',
      () => 'cut off',
    );
    await expect.poll(() => buses[0].isConnected(), { timeout: 10_000 }).toBe(false);
    await buses[0].passedOn();
    nats.kill('SIGCONT');
    expect(['passed on', 'cut off']).toContain(await inOutage);
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

  test('OPS-06 a server that refuses the password for a while is connected to again', async () => {
    let refusals = 0;
    const refused = () => void (refusals += 1);
    const bus = await openBus(natsUrl(port), { info() {}, warn() {}, error: refused }, { db, clock });
    let isLost = false;
    void bus.lost.then(() => (isLost = true));
    await stopNats(nats);
    nats = await startNats(port, ['--pass', 'another']);
    await expect.poll(() => refusals, { timeout: 10_000 }).toBeGreaterThan(1);
    await stopNats(nats);
    nats = await startNats(port);
    await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
    await bus.close();
    expect(isLost).toBe(false);
  });

  test('RT-01 sockets reconnect after a short loss of the bus, because messages may be missing', async () => {
    const ann = await guestOf(here);
    const { channel } = await ann.join('event:1');
    const areConnected = () => buses.map((bus) => bus.isConnected());
    await stopNats(nats);
    await expect.poll(areConnected).toEqual([false, false]);
    nats = await startNats(port);
    expect(await ann.closed()).toBe(1012);
    await expect.poll(() => channel.state).toBe('joined');
    // Its socket must not be one that the process is about to close.
    await expect.poll(areConnected).toEqual([true, true]);
    const bob = await guestOf(there);
    await bob.join('event:1');
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
