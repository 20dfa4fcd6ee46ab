import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createTestDatabase } from '@hereabouts/testing/database';
import { arrangeScene, type LiveScene } from '@hereabouts/testing/live-scene';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The statements that end a consent, or find that it has ended, wait while `isSlow`. */
let isSlow = false;
let answer = () => {};
const slow = new Promise<void>((resolve) => {
  answer = resolve;
});

let app: TestApp;
let scene: LiveScene;
beforeAll(async () => {
  const db = await createTestDatabase();
  const query: typeof db.query = async (statement, params) => {
    if (isSlow && typeof statement === 'string' && statement.includes('live_sharing')) await slow;
    return db.query(statement, params);
  };
  app = await startTestApp({}, { db: { ...db, query } });
  scene = await arrangeScene(app);
});
afterAll(async () => {
  answer();
  scene.close();
  await app.stop();
});

test('LIVE-02 SESS-03 a sign-out takes the position away before the database has deleted the consent', async () => {
  const { host, friend, eventId } = scene;
  await scene.share(host);
  const [sharer, viewer] = [await scene.look(host), await scene.look(friend)];
  await scene.send(sharer, [viewer]);
  expect(viewer.decoder.friends.has(host.id)).toBe(true);
  isSlow = true;
  const headers = { authorization: `Bearer ${host.token}` };
  const { status } = await fetch(`${app.url}/auth/v1/logout?scope=local`, { method: 'POST', headers });
  expect(status).toBe(204);
  await expect.poll(() => viewer.decoder.friends.has(host.id)).toBe(false);
  isSlow = false;
  const consents = () => app.context.db.query('select from live_sharing where event_id = $1', [eventId]);
  expect(await consents()).toHaveLength(1);
  answer();
  await expect.poll(consents).toEqual([]);
});
