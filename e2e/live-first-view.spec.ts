import { expect } from 'vitest';
import { test, TOME } from './live-party.ts';
import { HERE, offFrom } from './places.ts';

/** Leaflet ends the animation of a zoom after this time, whatever became of the animation. */
const ZOOM_MS = 250;

test('LIVE-05 LIVE-14 a friend who appears while the map zooms is brought into view', async ({
  meeting,
  visit,
}) => {
  const { host, tome, eventId } = meeting;
  const { page } = await visit(host, {
    viewport: { width: 390, height: 844 },
    geolocation: { ...HERE, accuracy: 8 },
    permissions: ['geolocation'],
  });
  // Zooms last until the test ends them.
  await page.addInitScript((zoomMs) => {
    const start = globalThis.setTimeout;
    const held: (() => void)[] = [];
    const hold = (run: () => void, ms?: number) => (ms === zoomMs ? held.push(run) : start(run, ms));
    Object.assign(globalThis, { setTimeout: hold, endZooms: () => held.splice(0).forEach((end) => end()) });
  }, ZOOM_MS);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });

  await page.goto(`/event/${eventId}/live`);
  await page.locator('.leaflet-zoom-anim').waitFor({ state: 'attached' });
  await tome.at(offFrom(HERE, 60, 240), { accuracyM: 12 });
  const map = page.getByRole('region', { name: /^Live map of/ });
  const face = map.getByRole('button', { name: new RegExp(`^${TOME}, `) });
  await face.waitFor({ state: 'attached' });

  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
  const isInView = async () => {
    await page.evaluate('endZooms()');
    const [box, frame] = [await face.boundingBox(), await map.boundingBox()];
    return box !== null && frame !== null && box.x >= frame.x && box.x + box.width <= frame.x + frame.width;
  };
  await expect.poll(isInView).toBe(true);
});
