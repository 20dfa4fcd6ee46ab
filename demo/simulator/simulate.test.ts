import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend } from '@hereabouts/testing/builders';
import { arrangeScene, type LiveScene } from '@hereabouts/testing/live-scene';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { randomFrom } from '#demo/pictures/shapes.ts';
import { simulate } from './simulate.ts';

let app: TestApp;
let scene: LiveScene;
beforeAll(async () => {
  app = await startTestApp();
  scene = await arrangeScene(app);
});
afterAll(async () => {
  scene.close();
  await app.stop();
});

test('LIVE-05 simulated people are seen walking by their friends, and are gone when it stops', async () => {
  const { host, friend, eventId } = scene;
  const [asked, stranger] = [await app.signUp(), await app.signUp()];
  await befriend(host, asked);
  await host.ok(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [asked.id] } });
  const credentials = ({ email, password }: TestPerson) => ({ email, password });
  const simulation = await simulate({
    server: { url: app.url },
    eventId,
    candidates: [
      { email: 'nobody@example.org', password: 'whatever' },
      ...[stranger, friend, asked, host].map(credentials),
    ],
    people: 2,
    clock: app.clock,
    random: randomFrom(1),
  });
  expect(simulation.walkers).toEqual([friend.email, asked.email]);

  const viewer = await scene.look(host);
  const places = new Set<string>();
  const haveMoved = () => {
    app.clock.advance(LIVE_TICK_MS);
    const seen = viewer.decoder.friends;
    for (const { userId, latitude } of seen.values()) places.add(`${userId} ${latitude}`);
    return seen.has(friend.id) && seen.has(asked.id) && places.size > 10;
  };
  expect(await vi.waitUntil(haveMoved, { timeout: 20_000, interval: 20 })).toBe(true);
  for (const { sent } of simulation.devices) expect(sent).toBeGreaterThan(0);

  await simulation.stop();
  await expect.poll(() => viewer.decoder.friends.size).toBe(0);
  expect((await friend.ok(sharingRoutes.listSharing)).sharing).toEqual([]);
});
