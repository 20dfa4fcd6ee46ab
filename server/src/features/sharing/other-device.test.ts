import { sharingRoutes } from '@hereabouts/contract/sharing';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { arrangeScene } from '@hereabouts/testing/live-scene';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('LIVE-03 LIVE-12 where sharing moves to another device, the place of the one before is not shown as that of the new one', async () => {
  const { host, friend, eventId, share, look, send, close } = await arrangeScene(app);
  await share(host);
  const [phone, viewer] = [await look(host), await look(friend)];
  await send(phone, [viewer]);
  expect(viewer.decoder.friends.has(host.id)).toBe(true);
  // The same device again: it stays where it is.
  await host.ok(sharingRoutes.startSharing, { params: { eventId } });
  await viewer.socket.settled();
  expect(viewer.decoder.friends.has(host.id)).toBe(true);
  await host.signInAgain();
  await host.ok(sharingRoutes.startSharing, { params: { eventId } });
  await viewer.socket.settled();
  expect(viewer.decoder.friends.has(host.id)).toBe(false);
  expect(viewer.heard).toContain('people_changed');
  const tablet = await look(host);
  await send(tablet, [viewer]);
  expect(viewer.decoder.friends.has(host.id)).toBe(true);
  close();
});
