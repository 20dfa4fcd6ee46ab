import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { withDatabase } from '@hereabouts/testing/effects';
import { pass, somewhere, type Onlooker } from '@hereabouts/testing/live';
import { arrangeScene, type LiveScene } from '@hereabouts/testing/live-scene';
import { untilLockWait } from '@hereabouts/testing/lock-waits';
import { openRawConnection } from '@hereabouts/testing/raw-connection';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import type { Queryable } from '#server/db/database.ts';
import { DatabaseUnavailableError } from '#server/db/errors.ts';
import { STORED_WITHIN_MS } from './policy.ts';
import { repeatStops } from './service.ts';

const isEmbedded = inject('testDatabase').engine === 'pglite';

let app: TestApp;
let scene: LiveScene;
let sharer: Onlooker;
let viewer: Onlooker;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  scene = await arrangeScene(app);
  [sharer, viewer] = [await scene.look(scene.host), await scene.look(scene.friend)];
});
afterEach(() => scene.close());

const start = () => scene.host.call(sharingRoutes.startSharing, { params: { eventId: scene.eventId } });
const stop = (query = {}) =>
  scene.host.call(sharingRoutes.stopSharing, { params: { eventId: scene.eventId }, query });
const sharing = async () => (await scene.host.ok(sharingRoutes.listSharing)).sharing;
/** Lets ticks pass until nothing is shared, at most as many as a loss of access may take. */
async function expectStopped(): Promise<void> {
  await pass(app, LIVE_TICK_MS, sharer, viewer);
  await expect.poll(sharing).toEqual([]);
  await expect.poll(() => sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
  await pass(app, 3 * LIVE_TICK_MS, sharer, viewer);
  expect(viewer.decoder.friends.has(scene.host.id)).toBe(false);
}

test.skipIf(isEmbedded)(
  'LIVE-02 LIVE-10 a stop also ends a consent that was given before and waits for an edit of the event',
  async () => {
    const { db } = app.context;
    const { asked } = await db.transaction(async (tx) => {
      await tx.query('select from events where id = $1 for update', [scene.eventId]);
      const consent = start();
      await untilLockWait(db, consent);
      app.clock.advance(1);
      expect((await stop()).status).toBe(204);
      return { asked: consent };
    });
    expect((await asked).status).toBe(200);
    await expectStopped();
  },
);

test.skipIf(!isEmbedded)(
  'LIVE-02 LIVE-10 a stop also ends a consent that was given before and waits for the only connection',
  async () => {
    const { db } = app.context;
    const waiting = (count: number) => vi.waitUntil(() => db.pool().waiting >= count, { timeout: 10_000 });
    const { asked, stopped } = await db.transaction(async () => {
      const consent = start();
      await waiting(1);
      app.clock.advance(1);
      const ended = stop();
      await waiting(2);
      return { asked: consent, stopped: ended };
    });
    expect([(await asked).status, (await stopped).status]).toEqual([200, 204]);
    await expectStopped();
  },
);

/** Starts while the event is held, and lets it go after `meanwhile`. */
async function startHeld(meanwhile: (tx: Queryable) => unknown): ReturnType<typeof start> {
  const { db } = app.context;
  const { asked } = await db.transaction(async (tx) => {
    await tx.query('select from events where id = $1 for update', [scene.eventId]);
    const consent = start();
    if (isEmbedded) await vi.waitUntil(() => db.pool().waiting > 0, { timeout: 10_000 });
    else await untilLockWait(db, consent);
    await meanwhile(tx);
    return { asked: consent };
  });
  const answer = await asked;
  await pass(app, LIVE_TICK_MS, sharer, viewer);
  return answer;
}

test('LIVE-01 a consent that waits until the event begins is given', async () => {
  const beginsAt = new Date(app.clock.now() + 1).toISOString();
  await app.context.db.query('update events set start_time = $2 where id = $1', [scene.eventId, beginsAt]);
  expect((await startHeld(() => app.clock.advance(1))).status).toBe(200);
  expect(await sharing()).toMatchObject([{ is_this_device: true }]);
  await expect.poll(() => sharer.push('position', somewhere)).toHaveProperty('is_watched');
});

test('LIVE-10 SESS-03 a consent whose session ends while it waits leaves the one of another device alone', async () => {
  const params = { eventId: scene.eventId };
  const other = await scene.host.signInElsewhere();
  await other.ok(sharingRoutes.startSharing, { params });
  const endFirst = (tx: Queryable) =>
    tx.query(
      `update auth.sessions set ended_at = now(), end_reason = 'ended'
       where user_id = $1 and id not in (select session_id from live_sharing where user_id = $1)`,
      [scene.host.id],
    );
  expect((await startHeld(endFirst)).status).toBe(401);
  const { sharing: kept } = await other.ok(sharingRoutes.listSharing);
  expect(kept).toMatchObject([{ is_this_device: true }]);
});

/** Of a Start, whose body the test sends when it is time: the server has its head. */
async function sendHead() {
  const connection = await openRawConnection(app.url);
  connection.write(
    `PUT /api/events/${scene.eventId}/sharing HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\n` +
      `authorization: Bearer ${scene.host.token}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n`,
  );
  await connection.received(/100 Continue/);
  return connection;
}

test('LIVE-02 LIVE-10 a stop also ends a consent whose request came before it, and its body after it', async () => {
  const consent = await sendHead();
  app.clock.advance(1);
  expect((await stop()).status).toBe(204);
  consent.write('{}');
  await consent.received(/HTTP\/1\.1 200/);
  await expectStopped();
  consent.destroy();
});

test('LIVE-02 LIVE-10 a consent that waited longer than stops are repeated is refused', async () => {
  const consent = await sendHead();
  app.clock.advance(10_001);
  consent.write('{}');
  await consent.received(/HTTP\/1\.1 503/);
  expect(await sharing()).toEqual([]);
  consent.destroy();
});

test('a consent that waited does not replace one given after it', async () => {
  const consent = await sendHead();
  app.clock.advance(5);
  await scene.share(scene.host);
  const [given] = await sharing();
  consent.write('{}');
  await consent.received(/HTTP\/1\.1 200/);
  expect((await sharing()).map(({ started_at }) => started_at)).toEqual([given?.started_at]);
  consent.destroy();
});

test.each([
  ['for any consent', () => ({})],
  ['for what was given until now', () => ({ started_at: new Date(app.clock.now()).toISOString() })],
])('LIVE-10 a stop %s ends one that another process stores after it', async (_, query) => {
  const before = new Date(app.clock.now() - 1).toISOString();
  await scene.share(scene.host);
  expect((await stop(query())).status).toBe(204);
  await expect.poll(sharing).toEqual([]);
  const listener = await app.listen(scene.host);
  await app.context.db.query(
    `insert into live_sharing (event_id, user_id, session_id, started_at, ends_at)
     select e.id, e.created_by, d.id, $2, e.end_time from events e join auth.sessions d on d.user_id = e.created_by
     where e.id = $1`,
    [scene.eventId, before],
  );
  await expectStopped();
  expect(await listener.seen(`user:${scene.host.id}`, 'sharing_changed')).toEqual({
    event_id: scene.eventId,
  });
});

test('LIVE-10 whoever shared hears of a stop that is written down just before the database goes away', async () => {
  const { context, clock } = app;
  const { host, eventId } = scene;
  await scene.share(host);
  const listener = await app.listen(host);
  const [at, untilMs] = [new Date(clock.now()).toISOString(), clock.now() + STORED_WITHIN_MS];
  const stopped = context.live.pendingStops.add({ eventId, userId: host.id, at, untilMs, isWritten: false });
  const { db } = context;
  const query: typeof db.query = (statement, params) =>
    typeof statement === 'string' && statement.includes('started_at > stop.at')
      ? Promise.reject(new DatabaseUnavailableError('away'))
      : db.query(statement, params);
  await repeatStops(withDatabase(context, { ...db, query }));
  expect(await listener.seen(`user:${host.id}`, 'sharing_changed')).toEqual({ event_id: eventId });
  expect(context.live.pendingStops.list()).toContain(stopped);
});

test('LIVE-10 a consent that is given after a stop stays, and the stop is forgotten', async () => {
  await scene.share(scene.host);
  expect((await stop()).status).toBe(204);
  await scene.share(scene.host);
  await expect.poll(() => sharer.push('position', somewhere)).toHaveProperty('is_watched');
  const kept = () => app.context.live.pendingStops.list().filter(({ userId }) => userId === scene.host.id);
  expect(kept()).toHaveLength(1);
  const isForgotten = async () => {
    await pass(app, LIVE_TICK_MS, sharer, viewer);
    return kept().length === 0;
  };
  await pass(app, STORED_WITHIN_MS, sharer, viewer);
  await vi.waitUntil(isForgotten, { timeout: 10_000 });
  expect(await sharing()).toHaveLength(1);
  expect(await sharer.push('position', somewhere)).toHaveProperty('is_watched');
  expect(viewer.decoder.friends.has(scene.host.id)).toBe(true);
});

test('a stop of an event that its person does not see is not kept', async () => {
  const stranger = await app.signUp();
  const { pendingStops } = app.context.live;
  const before = pendingStops.list().length;
  const { status } = await stranger.call(sharingRoutes.stopSharing, { params: { eventId: 999_999_999 } });
  expect([status, pendingStops.list().length]).toEqual([404, before]);
});
