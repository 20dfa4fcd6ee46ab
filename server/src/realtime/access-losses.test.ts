import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { natsServer, natsUrl, openNatsProxy, startNatsCluster } from '@hereabouts/testing/nats';
import { startRealtimePair, type RealtimePair, type TestRealtime } from '@hereabouts/testing/realtime';
import type { Queryable } from '#server/db/database.ts';
import { createChange } from '#server/effects/change.ts';
import type { Effects } from '#server/effects/effects.ts';
import { createKeep } from '#server/effects/keep.ts';
import type { Perform } from '#server/effects/perform.ts';
import { openBus, type Bus } from './bus.ts';
import { createAccessLosses } from './access-losses.ts';

const log = pino({ level: 'silent' });
const db = await createTestDatabase();
afterAll(() => db.close());
const EVENT = 'event:1';
const nobodyHears: Perform = async () => {};

describe.skipIf(natsServer === undefined)('two processes at two NATS servers of a cluster', () => {
  let cluster: Awaited<ReturnType<typeof startNatsCluster>>;
  /** Of the first process. */
  let proxy: Awaited<ReturnType<typeof openNatsProxy>>;
  let clock: FakeClock;
  let buses: [Bus, Bus];
  let here: TestRealtime;
  let there: TestRealtime;
  let guests: Set<string>;
  let guestOf: RealtimePair['guestOf'];
  let stop: RealtimePair['stop'];

  beforeEach(async () => {
    await db.query('delete from revocations');
    cluster = await startNatsCluster();
    proxy = await openNatsProxy(cluster.ports[0]);
    clock = createFakeClock();
    const open = (port: number) => openBus(natsUrl(port), log, { db, clock });
    buses = [await open(proxy.port), await open(cluster.ports[1])];
    ({ here, there, guests, guestOf, stop } = await startRealtimePair(buses, clock));
  });
  afterEach(async () => {
    await stop();
    await proxy.close();
    await cluster.stop();
  });

  /** Of the second process, at the event. */
  async function guest() {
    const person = await guestOf(there);
    await person.join(EVENT);
    return person;
  }
  type Guest = Awaited<ReturnType<typeof guest>>;

  const performHere: Perform = async (after) => {
    for (const [index, effect] of after.list().entries()) {
      const key = after.keyOf(index);
      if (effect.kind === 'recheck') here.realtime.recheck(effect.topic, [...(effect.userIds ?? [])], key);
      if (effect.kind === 'end_user') here.realtime.endUser(effect.userId, key);
    }
  };
  const remove = async (person: Guest, perform = performHere, within = async (_tx: Queryable) => {}) => {
    guests.delete(person.userId);
    await createChange(
      db,
      perform,
      createKeep(buses[0]),
    )(async (tx, after) => {
      after.recheckGuests(1, [person.userId]);
      await within(tx);
    });
  };
  const hasLost = ({ received }: Guest) => received.some(({ event }) => event === 'access_lost');
  /** At most as long as it may take. */
  const hasLostSoon = async (person: Guest) => {
    const began = clock.now();
    const look = () => {
      clock.advance(100);
      return hasLost(person) || clock.now() - began > 20_000;
    };
    await expect.poll(look, { interval: 10 }).toBe(true);
    return hasLost(person);
  };
  /** What the second process hears of a subject. */
  const listen = async () => {
    const told: string[] = [];
    await buses[1].subscribe('doors', (message) => void told.push(message.toString()));
    return told;
  };
  const whenTold = (told: readonly string[]) => () => {
    clock.advance(400);
    return told;
  };
  const rows = () => db.query<{ key: string }>('select key from revocations');

  test.each(['cut', 'silent'] as const)(
    'PERM-05 LIVE-02 what one process takes back reaches the others while its own connection to the bus is %s',
    async (how) => {
      const [ann, bob, cat] = [await guest(), await guest(), await guest()];
      proxy.fail(how);
      await remove(ann);
      await createChange(
        db,
        performHere,
        createKeep(buses[0]),
      )(async (_, after) => void after.endUser(bob.userId));
      expect(await hasLostSoon(ann)).toBe(true);
      await expect.poll(() => bob.closes).toEqual([4002]);
      expect([hasLost(cat), cat.closes]).toEqual([false, []]);
    },
  );

  test.each(['cut', 'silent'] as const)(
    'PERM-05 LIVE-02 it reaches the others while the route between two NATS servers is %s',
    async (how) => {
      const ann = await guest();
      cluster.route.fail(how);
      await remove(ann);
      expect(await hasLostSoon(ann)).toBe(true);
    },
  );

  test('PERM-05 LIVE-02 it reaches the others when the process dies after its commit', async () => {
    const ann = await guest();
    await remove(ann, nobodyHears);
    expect(await hasLostSoon(ann)).toBe(true);
  });

  test('PERM-05 a loss from NATS is not applied twice', async () => {
    const told = await listen();
    const reached = () => {
      buses[0].publish('doors', Buffer.from('hello'));
      return told.splice(0);
    };
    // A server of a cluster learns of a subscription at another one a moment later.
    await expect.poll(reached).toContain('hello');
    const closed = { key: randomUUID(), subject: 'doors', message: Buffer.from('closed') };
    await buses[0].keep(db, [closed]);
    buses[0].publishAccessLoss(closed);
    await expect.poll(() => told).toContain('closed');
    await buses[0].keep(db, [{ ...closed, key: randomUUID(), message: Buffer.from('opened') }]);
    await expect.poll(whenTold(told)).toContain('opened');
    expect(told.filter((message) => message === 'closed')).toHaveLength(1);
  });

  test.skipIf(db.engine === 'pglite')(
    'PERM-05 a change that is committed after later ones is not missed, however long it takes',
    async () => {
      const told = await listen();
      const about = (text: string) => ({ key: text, subject: 'doors', message: Buffer.from(text) });
      const written = Promise.withResolvers<void>();
      const commit = Promise.withResolvers<void>();
      const slow = db.transaction(async (tx) => {
        await buses[0].keep(tx, [about('slow')]);
        written.resolve();
        await commit.promise;
      });
      await written.promise;
      for (const text of ['quick', 'quicker']) {
        await buses[0].keep(db, [about(text)]);
        await expect.poll(whenTold(told)).toContain(text);
      }
      commit.resolve();
      await slow;
      await expect.poll(whenTold(told)).toEqual(['quick', 'quicker', 'slow']);
    },
  );

  test('PERM-05 a change that is rolled back leaves nothing, a repeated one only what its last attempt takes back', async () => {
    const ann = await guest();
    const failing = remove(ann, performHere, async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
    let attempts = 0;
    const work = async (tx: Queryable, after: Effects) => {
      after.recheckLive((attempts += 1));
      if (attempts === 1) await tx.query("do $$ begin raise exception 'no' using errcode = '40P01'; end $$");
    };
    await createChange(db, performHere, createKeep(buses[0]))(work, { retries: 1 });
    expect(await db.query('select subject from revocations')).toEqual([{ subject: 'topic.live:2' }]);
  });

  test('PERM-05 a process that could not reach the database finds what was written meanwhile', async () => {
    const told = await listen();
    const restarts: boolean[] = [];
    buses[1].onChange((connected) => void restarts.push(connected));
    await buses[0].keep(db, [{ key: randomUUID(), subject: 'doors', message: Buffer.from('gone') }]);
    await db.query('alter table revocations rename to revocations_away');
    try {
      clock.advance(4 * MINUTE_MS);
    } finally {
      await db.query('alter table revocations_away rename to revocations');
    }
    await expect.poll(whenTold(told)).toEqual(['gone']);
    expect(restarts).toEqual([]);
    // Longer than rows are sure to be kept.
    clock.set(clock.now() + 6 * MINUTE_MS);
    const starts = () => {
      clock.advance(400);
      return restarts;
    };
    await expect.poll(starts).toEqual([true]);
  });

  test('PERM-05 what a process on Postgres without NATS takes back reaches those with it', async () => {
    const alone = await openBus(null, log, { db: { ...db, engine: 'postgres' }, clock });
    const told = await listen();
    await alone.keep(db, [{ key: randomUUID(), subject: 'doors', message: Buffer.from('closed') }]);
    await expect.poll(whenTold(told)).toEqual(['closed']);
    await alone.close();
  });

  test('rows are swept ten minutes later', async () => {
    const keys = ['new', 'old'];
    await buses[0].keep(
      db,
      keys.map((key) => ({ key, subject: 'nobody', message: Buffer.from('x') })),
    );
    await db.query("update revocations set written_at = now() - interval '11 minutes' where key = 'old'");
    clock.advance(MINUTE_MS);
    await expect.poll(rows).toEqual([{ key: 'new' }]);
  });
});

test('PERM-05 what another process takes back in the database reaches one without NATS, its own once', async () => {
  const clock = createFakeClock();
  const onPostgres = { db: { ...db, engine: 'postgres' } as const, clock };
  const [serving, command] = [await openBus(null, log, onPostgres), await openBus(null, log, onPostgres)];
  const told: string[] = [];
  await serving.subscribe('doors', (message) => void told.push(message.toString()));
  const revocation = (text: string) => ({
    key: randomUUID(),
    subject: 'doors',
    message: Buffer.from(text),
  });
  const own = revocation('own');
  await serving.keep(db, [own]);
  serving.publishAccessLoss(own);
  await command.keep(db, [revocation('of the other')]);
  const look = () => {
    clock.advance(400);
    return told;
  };
  await expect.poll(look).toEqual(['own', 'of the other']);
  await Promise.all([serving.close(), command.close()]);
});

test('rows are swept where there is no NATS', async () => {
  const clock = createFakeClock();
  const bus = await openBus(null, log, { db: { ...db, engine: 'postgres' }, clock });
  await bus.keep(db, [{ key: randomUUID(), subject: 'nobody', message: Buffer.from('x') }]);
  const rows = await db.query(
    "update revocations set written_at = now() - interval '11 minutes' returning key",
  );
  expect(rows).not.toEqual([]);
  clock.advance(MINUTE_MS);
  await expect.poll(() => db.query('select key from revocations')).toEqual([]);
  await bus.close();
});

test('PERM-05 sockets start over when another database has taken the place of the first', async () => {
  const clock = createFakeClock();
  const asked: unknown[] = [];
  let gaps = 0;
  const answers = ['900', '20', '21'];
  const query = async (sql: string, params: readonly unknown[] = []) => {
    if (!sql.includes('oldest_open')) return [];
    asked.push(params[0]);
    return [{ oldest_open: answers[asked.length - 1] ?? '21', key: null }];
  };
  const { close } = createAccessLosses({
    deliver() {},
    onGap: () => (gaps += 1),
    db: { query: query as Queryable['query'] },
    clock,
    log,
  });
  const look = () => {
    clock.advance(400);
    return asked;
  };
  await expect.poll(look).toEqual(['0', '900', '20']);
  expect(gaps).toBe(1);
  close();
});
