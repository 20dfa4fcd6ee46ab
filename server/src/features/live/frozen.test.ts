import { LIVE_TICK_MS } from '@hereabouts/contract/live';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { somewhere, tick } from '@hereabouts/testing/live';
import { arrangeScene, type LiveScene } from '@hereabouts/testing/live-scene';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let scene: LiveScene;
let host: TestPerson;
let friend: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  scene = await arrangeScene(app);
  ({ host, friend } = scene);
});
afterEach(() => scene.close());

test('LIVE-02 for two seconds after a process stood still it sends no position, so that what others withdrew is read first', async () => {
  await scene.share(host);
  const [sharer, viewer] = [await scene.look(host), await scene.look(friend)];
  await scene.send(sharer, [viewer], somewhere);
  await sharer.push('position', { ...somewhere, latitude: somewhere.latitude + 0.001 });
  const frames = () => viewer.heard.filter((event) => event === 'frame').length;
  const before = frames();
  app.clock.set(app.clock.now() + 5 * LIVE_TICK_MS);
  app.clock.advance(1);
  await viewer.socket.settled();
  expect(frames()).toBe(before);
  app.clock.advance(LIVE_TICK_MS);
  await viewer.socket.settled();
  expect(frames()).toBe(before);
  await tick(app, viewer);
  expect(viewer.decoder.friends.get(host.id)?.latitude).toBeCloseTo(somewhere.latitude + 0.001, 5);
});

test('LIVE-02 for two seconds after a process stood still it takes no position from a device and shows none to new members', async () => {
  await scene.share(host);
  const [sharer, viewer] = [await scene.look(host), await scene.look(friend)];
  await scene.send(sharer, [viewer], somewhere);
  app.clock.set(app.clock.now() + 5 * LIVE_TICK_MS);
  const moved = { ...somewhere, latitude: somewhere.latitude + 0.001 };
  // Read before the tick that notices, and after it.
  expect(await sharer.push('position', moved)).toEqual({ reason: 'unavailable' });
  app.clock.advance(1);
  expect(await sharer.push('position', moved)).toEqual({ reason: 'unavailable' });
  expect(await sharer.push('still_here', {})).toEqual({ reason: 'unavailable' });
  const late = await scene.look(friend);
  await late.socket.settled();
  expect(late.heard).toContain('frame');
  expect(late.decoder.friends.has(host.id)).toBe(false);
  app.clock.advance(2 * LIVE_TICK_MS);
  await late.socket.settled();
  expect(late.decoder.friends.get(host.id)?.latitude).toBeCloseTo(somewhere.latitude, 5);
  expect(await sharer.push('position', moved)).toHaveProperty('is_watched');
});
