import { MINUTE_MS } from '@hereabouts/contract/durations';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { somewhere, tick } from '@hereabouts/testing/live';
import { arrangeScene, type LiveScene } from '@hereabouts/testing/live-scene';
import { afterEach, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let scene: LiveScene;
beforeEach(async () => {
  app = await startTestApp();
  scene = await arrangeScene(app);
});
afterEach(async () => {
  scene.close();
  await app.stop();
});

test('LIVE-05 after the server’s clock was set back, positions go on, as old as they are', async () => {
  const { host, friend } = scene;
  await scene.share(host);
  const [sharer, viewer] = [await scene.look(host), await scene.look(friend)];
  await scene.send(sharer, [viewer]);
  const seen = () => viewer.decoder.friends.get(host.id);
  app.clock.set(app.clock.now() - 10 * MINUTE_MS);
  await tick(app, sharer, viewer);
  const moved = { ...somewhere, latitude: somewhere.latitude + 0.001, age_ms: 2_000 };
  expect(await scene.send(sharer, [viewer], moved)).toEqual({ is_watched: true });
  expect(seen()?.latitude).toBeCloseTo(moved.latitude, 5);
  expect(viewer.decoder.serverNow(app.clock.now()) - seen()!.fixedAtMs).toBe(3_000);
});
