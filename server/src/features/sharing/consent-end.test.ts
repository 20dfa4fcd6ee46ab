import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { eventRoutes } from '@hereabouts/contract/events';
import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { SHARING_TEXTS, sharingRoutes } from '@hereabouts/contract/sharing';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { eventInput } from '@hereabouts/testing/builders';
import { pass, somewhere, type Onlooker } from '@hereabouts/testing/live';
import { arrangeScene, running, SCENE_LEFT_MS, type LiveScene } from '@hereabouts/testing/live-scene';
import { untilLockWait } from '@hereabouts/testing/lock-waits';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';

let app: TestApp;
let scene: LiveScene;
let sharer: Onlooker;
let viewer: Onlooker;
/** When the event ends as the friend, who shares, was shown it. */
let shownEnd: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  scene = await arrangeScene(app);
  shownEnd = new Date(app.clock.now() + SCENE_LEFT_MS).toISOString();
  await start({ until: shownEnd });
  [sharer, viewer] = [await scene.look(scene.friend), await scene.look(scene.host)];
  await scene.send(sharer, [viewer]);
  if (!isSeen()) throw new Error('The position has not arrived');
});
afterEach(() => scene.close());

const isSeen = () => viewer.decoder.friends.has(scene.friend.id);
const start = (body: { until?: string }) =>
  scene.friend.call(sharingRoutes.startSharing, { params: { eventId: scene.eventId }, body });
const sharing = async () => (await scene.friend.ok(sharingRoutes.listSharing)).sharing;
/** The host moves the end by this much. */
async function moveEnd(byMs: number): Promise<string> {
  const end_time = new Date(Date.parse(shownEnd) + byMs).toISOString();
  const { start_time } = await scene.host.ok(eventRoutes.getEvent, { params: { eventId: scene.eventId } });
  await scene.host.ok(eventRoutes.updateEvent, {
    params: { eventId: scene.eventId },
    body: {
      ...eventInput(app.clock, running(app)),
      start_time,
      end_time,
      invitee_ids: [scene.friend.id],
      keep_answers: true,
    },
  });
  return end_time;
}

test('LIVE-13 consent ends at the time that was shown, also when the event is extended (S10)', async () => {
  const heardBefore = sharer.heard.length;
  const end = await moveEnd(30 * 60_000);
  expect(await sharing()).toMatchObject([{ until: shownEnd, event: { end_time: end } }]);
  await expect.poll(() => sharer.heard.slice(heardBefore)).toContain('people_changed');
  await pass(app, SCENE_LEFT_MS - LIVE_TICK_MS, sharer, viewer);
  expect(isSeen()).toBe(true);
  app.clock.advance(2 * LIVE_TICK_MS);
  await expect.poll(isSeen).toBe(false);
  expect(await sharer.push('position', somewhere)).toEqual({ reason: 'not_sharing' });
  expect(await sharing()).toEqual([]);
});

test('LIVE-13 a sharer who consents again shares until the new end', async () => {
  const end = await moveEnd(30 * 60_000);
  expect((await start({ until: end })).body).toMatchObject({ until: end });
  await expect.poll(() => sharer.push('position', somewhere)).toEqual({ is_watched: true });
  await pass(app, SCENE_LEFT_MS + 5 * LIVE_TICK_MS, sharer, viewer);
  expect(await sharer.push('position', somewhere)).toEqual({ is_watched: true });
  expect(isSeen()).toBe(true);
});

test('LIVE-13 an event that ends earlier ends the consent earlier, and its old end brings nothing back', async () => {
  const end = await moveEnd(-2 * 60_000);
  expect(await sharing()).toMatchObject([{ until: end }]);
  await pass(app, SCENE_LEFT_MS - 2 * 60_000 + 2 * LIVE_TICK_MS, sharer, viewer);
  expect(await viewer.socket.seen(`live:${scene.eventId}`, 'live_ended')).toEqual({});
  expect(await sharing()).toEqual([]);
});

test('LIVE-13 a time that has passed is no consent', async () => {
  const until = new Date(app.clock.now() - 1).toISOString();
  const refused = await start({ until });
  expect([refused.status, refused.body.error.message]).toEqual([400, SHARING_TEXTS.untilPassed]);
});

test('LIVE-13 an event lasts 31 days at most, between sensible years', async () => {
  const create = async (start_time: string, end_time: string) => {
    const body = eventInput(app.clock, { start_time, end_time });
    const { status, body: answer } = await scene.host.call(eventRoutes.createEvent, { body });
    return status === 201 ? null : answer.error.message;
  };
  expect(await create('2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z')).toBeNull();
  expect(await create('2027-01-01T00:00:00Z', '2027-02-01T00:00:01Z')).toBe(EVENT_TEXTS.tooLong);
  expect(await create('1999-12-31T23:00:00Z', '2000-01-01T01:00:00Z')).toBe(EVENT_TEXTS.yearOutOfRange);
  expect(await create('2099-12-31T23:00:00Z', '2100-01-01T01:00:00Z')).toBe(EVENT_TEXTS.yearOutOfRange);
});

// PGlite has one connection, on which nothing waits for a transaction.
test.skipIf(inject('testDatabase').engine === 'pglite')(
  'LIVE-01 LIVE-02 a consent that waits for Not Going of the same guest is refused, and does not come back with Going',
  async () => {
    const { db } = app.context;
    const { eventId, friend } = scene;
    await friend.ok(sharingRoutes.stopSharing, { params: { eventId }, query: {} });
    const { asked } = await db.transaction(async (tx) => {
      const answer = `update event_invites set status = 'declined' where event_id = $1 and user_id = $2`;
      await tx.query(answer, [eventId, friend.id]);
      const consent = start({ until: shownEnd });
      await untilLockWait(db, consent);
      return { asked: consent };
    });
    expect((await asked).status).toBe(403);
    await scene.answer(friend, 'accepted');
    expect(await sharing()).toEqual([]);
  },
);
