import { LIVE_STALE_AFTER_MS, LIVE_TICK_MS, STILL_HERE } from '@hereabouts/contract/live';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { liveTopic } from '@hereabouts/contract/realtime';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { lookOn, somewhere, tick, type Onlooker } from '@hereabouts/testing/live';
import { arrangeScene, type LiveScene } from '@hereabouts/testing/live-scene';
import { natsServer } from '@hereabouts/testing/nats';
import { startTwoProcesses } from '@hereabouts/testing/two-processes';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const STILL_EVERY_MS = 15_000;
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
  await scene.share(scene.host);
  [sharer, viewer] = [await scene.look(scene.host), await scene.look(scene.friend)];
});
afterEach(() => scene.close());

const seen = (by = viewer) => by.decoder.friends.get(scene.host.id);
/** What the server has said to a page of the sharer of their own position. */
const told = (to = sharer) =>
  to.socket.received
    .filter(({ topic, event }) => topic === liveTopic(scene.eventId) && event === 'own_position')
    .map(({ payload }) => payload['fixed_at']);

test('LIVE-12 LIVE-05 a device that stands still keeps its contact fresh; the age of its fix goes on', async () => {
  await scene.send(sharer, [viewer]);
  const fixedAtMs = seen()?.fixedAtMs;
  for (let ms = 0; ms < 2 * LIVE_STALE_AFTER_MS; ms += STILL_EVERY_MS) {
    app.clock.advance(STILL_EVERY_MS);
    expect(await sharer.push(STILL_HERE, {})).toEqual({ is_watched: true });
    await tick(app, sharer, viewer);
  }
  expect(seen()?.fixedAtMs).toBe(fixedAtMs);
  expect(app.clock.now() - (seen()?.contactAtMs ?? 0)).toBeLessThanOrEqual(LIVE_TICK_MS);
  // Whoever comes later learns the same.
  const later = await scene.look(scene.friend);
  expect(seen(later)?.fixedAtMs).toBe(fixedAtMs);
  expect(Math.abs((seen(later)?.contactAtMs ?? 0) - (seen()?.contactAtMs ?? 0))).toBeLessThanOrEqual(
    LIVE_TICK_MS,
  );
});

test('LIVE-05 LIVE-12 an old fix that is sent again is no contact of now: only the device itself makes one', async () => {
  const ageMs = () => app.clock.now() - (seen()?.contactAtMs ?? 0);
  // After a restart of the server, then after one of the connection alone.
  for (const age_ms of [5 * LIVE_STALE_AFTER_MS, 4 * LIVE_STALE_AFTER_MS]) {
    await scene.send(sharer, [viewer], { ...somewhere, age_ms });
    expect(Math.abs(ageMs() - age_ms)).toBeLessThanOrEqual(LIVE_TICK_MS);
    expect(app.clock.now() - (seen()?.fixedAtMs ?? 0)).toBeGreaterThanOrEqual(age_ms);
  }
  await sharer.push(STILL_HERE, {});
  await tick(app, sharer, viewer);
  expect(ageMs()).toBeLessThanOrEqual(LIVE_TICK_MS);
});

test('LIVE-12 still_here from a device that does not share, or shares no more, is refused and shows nothing', async () => {
  await scene.send(sharer, [viewer]);
  expect(await viewer.push(STILL_HERE, {})).toEqual({ reason: 'not_sharing' });
  await scene.host.ok(sharingRoutes.stopSharing, { params: { eventId: scene.eventId } });
  await expect.poll(() => sharer.push(STILL_HERE, {})).toEqual({ reason: 'not_sharing' });
  await tick(app, viewer);
  expect(seen()).toBeUndefined();
});

test('LIVE-11 a person’s pages receive whether the server holds their position, and its time', async () => {
  const takenAt = () => new Date(app.clock.now()).toISOString();
  expect(told()).toEqual([]);
  const first = takenAt();
  await scene.send(sharer, [viewer]);
  expect(told()).toEqual([first]);
  // A newer one is told once it makes a difference.
  await scene.send(sharer, [viewer]);
  expect(told()).toEqual([first]);
  app.clock.advance(STILL_EVERY_MS);
  const second = takenAt();
  await scene.send(sharer, [viewer], { ...somewhere, latitude: 49.19 });
  expect(told()).toEqual([first, second]);
  const reloaded = await scene.look(scene.host);
  expect(told(reloaded)).toEqual([second]);
  await scene.host.ok(sharingRoutes.stopSharing, { params: { eventId: scene.eventId } });
  await Promise.all([sharer.socket.settled(), reloaded.socket.settled()]);
  expect([told().at(-1), told(reloaded).at(-1)]).toEqual([null, null]);
  expect(told(viewer)).toEqual([]);
});

test.skipIf(natsServer === undefined)(
  'LIVE-12 LIVE-11 contact and held positions reach the other process',
  async () => {
    const { here, there, stop } = await startTwoProcesses();
    const meeting = await arrangeScene(here);
    const elsewhere: Onlooker[] = [];
    try {
      await meeting.share(meeting.host);
      const device = await meeting.look(meeting.host);
      await device.push('position', somewhere);
      for (const person of [meeting.friend, meeting.host]) {
        elsewhere.push(await lookOn(there, person, meeting.eventId));
      }
      const [friend, page] = elsewhere as [Onlooker, Onlooker];
      const contactAtMs = () => friend.decoder.friends.get(meeting.host.id)?.contactAtMs ?? 0;
      const isIn = async (isSo: () => boolean) => {
        await expect
          .poll(() => {
            here.clock.advance(LIVE_TICK_MS);
            return isSo();
          })
          .toBe(true);
      };
      await isIn(() => contactAtMs() > 0);
      await isIn(() => page.heard.includes('own_position'));
      const before = here.clock.now();
      here.clock.advance(STILL_EVERY_MS);
      await device.push(STILL_HERE, {});
      await isIn(() => contactAtMs() > before);
    } finally {
      for (const onlooker of elsewhere) onlooker.disconnect();
      meeting.close();
      await stop();
    }
  },
);
