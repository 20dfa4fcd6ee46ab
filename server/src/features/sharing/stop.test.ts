import { chatRoutes } from '@hereabouts/contract/chat';
import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { SHARING_EVENTS_MAX, sharingRoutes } from '@hereabouts/contract/sharing';
import { ACCESS_LOSS_MAX_MS } from '@hereabouts/contract/realtime';
import { systemClock } from '@hereabouts/server/clock';
import { readConfig } from '@hereabouts/server/config';
import type { Database } from '@hereabouts/server/db/database';
import { openDatabase } from '@hereabouts/server/db/open';
import { PendingStops } from '@hereabouts/server/live/pending-stops';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { lookOn, somewhere, type Onlooker } from '@hereabouts/testing/live';
import { arrangeScene, type LiveScene } from '@hereabouts/testing/live-scene';
import { freePort, natsServer, natsUrl, startNats, stopNats } from '@hereabouts/testing/nats';
import { startPostgres, type PostgresServer } from '@hereabouts/testing/postgres';
import { silentLog } from '@hereabouts/testing/silent-log';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';

let app: TestApp;
let scene: LiveScene;
let sharer: Onlooker;
let viewer: Onlooker;
let postgres: PostgresServer | null = null;

afterEach(async () => {
  scene.close();
  await app.stop();
  await postgres?.stop();
  postgres = null;
});

/** The host shares, and the friend sees where. */
async function arrange(given: TestApp): Promise<void> {
  app = given;
  scene = await arrangeScene(app);
  await scene.share(scene.host);
  [sharer, viewer] = [await scene.look(scene.host), await scene.look(scene.friend)];
  await scene.send(sharer, [viewer]);
  if (!isSeen()) throw new Error('The position has not arrived');
}
const isSeen = () => viewer.decoder.friends.has(scene.host.id);
const stop = () => scene.host.call(sharingRoutes.stopSharing, { params: { eventId: scene.eventId } });

const stopOf = (started_at: string) =>
  scene.host.call(sharingRoutes.stopSharing, { params: { eventId: scene.eventId }, query: { started_at } });
const isAccepted = async () => 'is_watched' in (await sharer.push('position', somewhere));

/** A database that a test can stop; null where no Postgres server is installed. */
async function openOwnDatabase(): Promise<Database | null> {
  postgres = await startPostgres();
  if (postgres === null) return null;
  const options = { dataDir: '', url: postgres.urlOf('postgres'), acquireTimeoutMs: 2_000 };
  return openDatabase(options, { clock: systemClock, log: silentLog });
}

/** Keeps the event loop from anything else. */
function block(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

test('LIVE-10 stop is never refused by the write limit, which read markers do not use up', async () => {
  const { writesPerMinute } = readConfig({});
  await arrange(await startTestApp({ writesPerMinute }));
  const { host, friend, eventId } = scene;
  const params = { eventId };
  for (let n = 0; n < writesPerMinute; n += 1) {
    expect((await host.call(chatRoutes.markChatRead, { params, body: { seq: n } })).status).toBe(200);
  }
  const send = (n: number) => {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    return host.call(chatRoutes.sendMessage, { params, body: { id, message: 'On my way' } });
  };
  const statuses: number[] = [];
  for (let n = 0; n <= writesPerMinute; n += 1) statuses.push((await send(n)).status);
  // Starting to share was one change as well.
  expect(statuses.indexOf(429)).toBeGreaterThan(writesPerMinute - 5);
  expect(statuses.at(-1)).toBe(429);
  expect((await stop()).status).toBe(204);
  await viewer.socket.settled();
  expect(isSeen()).toBe(false);
  expect((await friend.call(chatRoutes.markChatRead, { params, body: { seq: 1 } })).status).toBe(200);
});

test('LIVE-10 stop is not refused while the process is overloaded', async () => {
  await arrange(await startTestApp({ overloadLagMs: 80 }));
  const home = () =>
    fetch(`${app.url}/api/me/sharing`, { headers: { authorization: `Bearer ${scene.host.token}` } });
  const isOverloaded = async () => {
    // Long beside what the machine may take to answer: the guard looks at the mean.
    block(3_000);
    return (await home()).status === 503;
  };
  await vi.waitUntil(isOverloaded, { timeout: 25_000, interval: 1 });
  const [stopped, refused] = await Promise.all([stop(), home()]);
  expect([stopped.status, refused.status]).toEqual([204, 503]);
  await viewer.socket.settled();
  expect(isSeen()).toBe(false);
});

test('LIVE-10 a stop that is repeated writes nothing and notifies nobody', async () => {
  await arrange(await startTestApp());
  expect((await stop()).status).toBe(204);
  await viewer.socket.settled();
  const [before, heardBefore] = [viewer.raw.length, viewer.heard.length];
  const listener = await app.listen(scene.host);
  expect((await stop()).status).toBe(204);
  app.clock.advance(LIVE_TICK_MS);
  await Promise.all([viewer.socket.settled(), listener.settled()]);
  expect(viewer.raw.slice(before).filter((data) => typeof data !== 'string')).toEqual([]);
  expect(viewer.heard.slice(heardBefore)).toEqual([]);
  expect(listener.received.filter(({ event }) => event === 'sharing_changed')).toEqual([]);
});

test('LIVE-10 a late stop leaves a consent alone that was given since, and everybody undisturbed', async () => {
  await arrange(await startTestApp());
  const { host, eventId } = scene;
  const started = async () => (await host.ok(sharingRoutes.listSharing)).sharing[0]?.started_at ?? '';
  const first = await started();
  app.clock.advance(1);
  await scene.share(host);
  const second = await started();
  app.clock.advance(LIVE_TICK_MS);
  await viewer.socket.settled();
  const listener = await app.listen(host);
  const before = viewer.raw.length;
  expect((await stopOf(first)).status).toBe(204);
  app.clock.advance(LIVE_TICK_MS);
  await Promise.all([viewer.socket.settled(), listener.settled()]);
  expect([isSeen(), await started(), await isAccepted()]).toEqual([true, second, true]);
  expect(viewer.raw.slice(before).filter((data) => typeof data !== 'string')).toEqual([]);
  expect(listener.received.filter(({ event }) => event === 'sharing_changed')).toEqual([]);
  expect((await stopOf(second)).status).toBe(204);
  await viewer.socket.settled();
  expect([isSeen(), await started()]).toEqual([false, '']);
  expect(await app.context.db.query('select from live_sharing where event_id = $1', [eventId])).toEqual([]);
});

test('LIVE-10 a late stop during an outage hides the position at once, and the later consent is restored', async ({
  skip,
}) => {
  const db = await openOwnDatabase();
  if (db === null) return skip('no Postgres server is installed');
  await arrange(await startTestApp({}, { db }));
  const first = (await scene.host.ok(sharingRoutes.listSharing)).sharing[0]?.started_at ?? '';
  app.clock.advance(1);
  await scene.share(scene.host);
  await scene.send(sharer, [viewer]);
  await postgres?.halt();
  const late = stopOf(first);
  const isHidden = () => {
    app.clock.advance(100);
    return !isSeen();
  };
  await vi.waitUntil(isHidden, { timeout: 5_000, interval: 20 });
  expect((await late).status).toBe(503);
  await postgres?.resume();
  const isSettled = () => {
    app.clock.advance(LIVE_TICK_MS);
    return app.context.live.pendingStops.list().length === 0;
  };
  await vi.waitUntil(isSettled, { timeout: 20_000, interval: 50 });
  sharer = await scene.look(scene.host);
  expect(await sharer.push('position', somewhere)).toHaveProperty('is_watched');
});

test('LIVE-10 stops of made-up events are kept within a bound during an outage', () => {
  const stops = new PendingStops();
  const stop = { userId: 'one', at: new Date(1).toISOString(), untilMs: 2, isWritten: false };
  const other = { ...stop, eventId: 1, userId: 'other' };
  stops.add(other);
  // One that is bound to an earlier consent does not replace it.
  stops.add({ ...other, at: new Date(0).toISOString(), untilMs: 1 });
  expect(stops.list()).toEqual([other]);
  for (let eventId = 1; eventId <= 1_000; eventId += 1) stops.add({ ...stop, eventId });
  expect(stops.list()).toHaveLength(SHARING_EVENTS_MAX + 1);
  expect(stops.ends({ eventId: 1_000, userId: 'one' }, stop.at)).toBe(true);
  expect(stops.ends(other, stop.at)).toBe(true);
  expect(stops.ends(other, new Date(2).toISOString())).toBe(false);
});

test('LIVE-10 stop clears the position while the database is unavailable, and is written down once it is back', async ({
  skip,
}) => {
  const db = await openOwnDatabase();
  if (db === null) return skip('no Postgres server is installed');
  await arrange(await startTestApp({}, { db }));
  const { host, eventId } = scene;
  await postgres?.halt();
  // What the session cache still believed has to be asked again.
  app.clock.advance(ACCESS_LOSS_MAX_MS + LIVE_TICK_MS);
  const refused = await stop();
  expect(refused.status).toBe(503);
  await viewer.socket.settled();
  expect(isSeen()).toBe(false);
  expect(await sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
  app.clock.advance(LIVE_TICK_MS);
  await viewer.socket.settled();
  expect(isSeen()).toBe(false);

  await postgres?.resume();
  const isForgotten = async () => {
    app.clock.advance(LIVE_TICK_MS);
    const rows = await db.query('select from live_sharing where event_id = $1', [eventId]).catch(() => null);
    return rows?.length === 0;
  };
  await vi.waitUntil(isForgotten, { timeout: 20_000, interval: 50 });
  expect(await sharer.push('position', somewhere)).toMatchObject({ reason: expect.any(String) });
  // Consent that is given anew counts.
  await scene.share(host);
  await expect.poll(() => sharer.push('position', somewhere)).toHaveProperty('is_watched');
});

test('LIVE-10 stop clears the position while the database has become a standby, and is written down by its successor', async ({
  skip,
}) => {
  const db = await openOwnDatabase();
  if (db === null || postgres === null) return skip('no Postgres server is installed');
  await arrange(await startTestApp({}, { db }));
  const demote = async (isDemoted: boolean) => {
    const operator = new pg.Client(postgres?.urlOf('postgres'));
    await operator.connect();
    await operator.query(`alter system set default_transaction_read_only = ${isDemoted ? 'on' : 'off'}`);
    await operator.query('select pg_reload_conf()');
    await operator.end();
  };
  await demote(true);
  const isReadOnly = () => db.query<{ transaction_read_only: string }>('show transaction_read_only');
  await expect.poll(isReadOnly).toEqual([{ transaction_read_only: 'on' }]);
  expect((await stop()).status).toBe(503);
  await viewer.socket.settled();
  expect(isSeen()).toBe(false);
  expect(await sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });

  await demote(false);
  const isForgotten = async () => {
    app.clock.advance(LIVE_TICK_MS);
    const rows = await db.query('select from live_sharing where event_id = $1', [scene.eventId]);
    return rows.length === 0;
  };
  await vi.waitUntil(isForgotten, { timeout: 20_000, interval: 50 });
});

test('LIVE-10 stop clears the position while the database hangs', async ({ skip }) => {
  const db = await openOwnDatabase();
  if (db === null) return skip('no Postgres server is installed');
  await arrange(await startTestApp({}, { db }));
  postgres?.hang();
  // What the session cache still believed has to be asked again.
  app.clock.advance(ACCESS_LOSS_MAX_MS + LIVE_TICK_MS);
  const askedMs = app.clock.now();
  const stopping = stop();
  const timer = setInterval(() => app.clock.advance(100), 20);
  await expect.poll(isSeen).toBe(false);
  expect(app.clock.now() - askedMs).toBeLessThan(ACCESS_LOSS_MAX_MS);
  expect(await sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
  clearInterval(timer);
  postgres?.wake();
  await stopping;
});

test.skipIf(natsServer === undefined)(
  'LIVE-10 stop at one process clears the position at the other while the database is unavailable',
  async ({ skip }) => {
    const db = await openOwnDatabase();
    if (db === null) return skip('no Postgres server is installed');
    const port = await freePort();
    const nats = await startNats(port);
    const here = await startTestApp({ natsUrl: natsUrl(port) }, { db });
    const there = await startTestApp({ natsUrl: natsUrl(port) }, { beside: here });
    await arrange(here);
    const { host, friend, eventId } = scene;
    const elsewhere = await lookOn(there, friend, eventId);
    const isSeenThere = () => elsewhere.decoder.friends.has(host.id);
    try {
      await vi.waitUntil(
        () => {
          here.clock.advance(LIVE_TICK_MS);
          return isSeenThere();
        },
        { timeout: 15_000, interval: 20 },
      );
      await postgres?.halt();
      expect((await stop()).status).toBe(503);
      await expect.poll(isSeenThere).toBe(false);
      await sharer.push('position', somewhere);
      here.clock.advance(LIVE_TICK_MS);
      await elsewhere.socket.settled();
      expect(isSeenThere()).toBe(false);
      await postgres?.resume();
    } finally {
      elsewhere.disconnect();
      await there.stop();
      await stopNats(nats);
    }
  },
);
