import { expect } from 'vitest';
import { sharing, test, TOME } from './live-party.ts';
import { befriend, newPerson, newRunningEvent } from './person.ts';
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

test('LIVE-05 LIVE-14 the map stays as it is while one friend comes nearer than another', async ({
  product,
  visit,
  onTestFinished,
}) => {
  const marie = await newPerson(product, 'Marie Le Brocq');
  const [anna, ben] = await Promise.all([newPerson(product, 'Anna'), newPerson(product, 'Ben')]);
  await Promise.all([befriend(marie, anna), befriend(marie, ben)]);
  const eventId = await newRunningEvent(marie, [anna, ben], {
    location_latitude: HERE.latitude,
    location_longitude: HERE.longitude,
  });
  const phones = await Promise.all([anna, ben].map((person) => sharing(product, person, eventId)));
  onTestFinished(async () => void (await Promise.all(phones.map((phone) => phone.stop()))));
  const [annas, bens] = phones as [(typeof phones)[0], (typeof phones)[0]];
  await annas.at(offFrom(HERE, 60, 200));
  await bens.at(offFrom(HERE, 240, 240));
  const { page } = await visit(marie, {
    viewport: { width: 390, height: 844 },
    geolocation: { ...HERE, accuracy: 8 },
    permissions: ['geolocation'],
  });
  await page.goto(`/event/${eventId}/live`);
  const rows = page.getByRole('list', { name: "Who's here" }).getByRole('listitem');
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([/Anna/, /Ben/].map((who) => expect.stringMatching(who)));
  const map = page.getByRole('region', { name: /^Live map of/ });
  const placeOfBen = () => map.getByRole('button', { name: /^Ben, / }).boundingBox();
  await map.getByRole('button', { name: /^Anna, / }).waitFor();
  await expect.poll(() => map.locator('.leaflet-zoom-anim').count()).toBe(0);
  const before = await placeOfBen();

  await annas.at(offFrom(HERE, 60, 280));
  await expect
    .poll(() => rows.allTextContents())
    .toEqual([/Ben/, /Anna/].map((who) => expect.stringMatching(who)));
  await expect.poll(() => map.locator('.leaflet-zoom-anim').count()).toBe(0);
  expect(await placeOfBen()).toEqual(before);
});
