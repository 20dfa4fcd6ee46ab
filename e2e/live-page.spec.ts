import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { expect } from 'vitest';
import { expectFocus, tabTo } from './focus.ts';
import { isSeenLive, MARIE_AT, mayLocate, rowOf, test, TOM_AT } from './live-friends.ts';
import { inHours, newEvent } from './person.ts';
import { expectAccessible } from './visitor.ts';

test('LIVE-09 a new meeting point appears for everybody at once, with distance and direction', async ({
  party,
  tomAt,
  marieAt,
  zoeAt,
}) => {
  await Promise.all([tomAt, marieAt, zoeAt].map(({ page }) => page.goto(party.live)));
  const { page } = marieAt;
  await page.getByRole('button', { name: 'Set a meeting point' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set a meeting point' });
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await dialog.getByText('Please name the meeting point').waitFor();
  await dialog.getByLabel('Name*').fill('Left of the stage');
  await dialog.getByLabel('Time, if any').fill('21:30');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await dialog.getByText('Please choose where to meet.').waitFor();
  await dialog.getByRole('button', { name: 'Where I am' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  for (const { page: seen } of [tomAt, zoeAt, marieAt]) {
    const shown = seen.getByRole('region', { name: 'Meeting point', exact: true });
    await shown.getByText('Left of the stage', { exact: true }).waitFor();
    await shown.getByText(/^(At|\w{3} \d+ \w{3} at) 21:30$/).waitFor();
    await seen.getByRole('img', { name: 'Meeting point: Left of the stage' }).waitFor();
  }
  const card = tomAt.page.getByRole('region', { name: 'Meeting point', exact: true });
  await card.getByText(/^Set by Marie Le Brocq at \d\d:\d\d$/).waitFor();
  await card.getByText(/^1[12]0 m ± 5 m, north-east$/).waitFor();

  // Another one replaces it with the keyboard alone, told whose it was; its setter or the creator removes it.
  const { page: zoe } = zoeAt;
  expect(await zoe.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(0);
  await zoe.getByRole('button', { name: 'Change', exact: true }).press('Enter');
  const replacing = zoe.getByRole('dialog', { name: 'Change the meeting point' });
  await replacing
    .getByText(/^This replaces “Left of the stage”, (\w{3} \d+ \w{3} at )?21:30\. Set by Marie Le Brocq at/)
    .waitFor();
  await tabTo(zoe, /^Name/);
  await zoe.keyboard.type('Lifeguard hut');
  await tabTo(zoe, /^Meeting point\. Arrow keys/);
  await zoe.keyboard.press('ArrowUp');
  await zoe.keyboard.press('Enter');
  await replacing.getByText(/^Chosen: 49\.\d{5}, -2\.\d{5}$/).waitFor();
  await tabTo(zoe, 'Replace');
  await zoe.keyboard.press('Enter');
  await replacing.waitFor({ state: 'detached' });
  await expectFocus(zoe, 'Change');

  await marieAt.page.getByText('Lifeguard hut').first().waitFor();
  await tomAt.page.getByRole('button', { name: 'Remove', exact: true }).click();
  await tomAt.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await zoe.getByText('None yet. Anyone taking part can set one for everyone.').waitFor();
  await expectFocus(tomAt.page, 'Live map');
});

test('LIVE-09 the question about a meeting point goes with it, and does not come back for another one', async ({
  party,
  tomAt,
}) => {
  const { marie, live, eventId } = party;
  const { page } = tomAt;
  const params = { eventId };
  const at = { latitude: TOM_AT.latitude, longitude: TOM_AT.longitude, meet_at: null };
  const card = page.getByRole('region', { name: 'Meeting point', exact: true });
  const set = async (name: string) => {
    await marie.ok(meetingPointRoutes.setMeetingPoint, { params, body: { name, ...at } });
    await card.getByText(name, { exact: true }).waitFor();
  };
  const question = page.getByRole('alertdialog', { name: 'Remove the meeting point?' });
  const ask = async (name: string) => {
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await question.getByText(`“${name}” disappears for everybody.`).waitFor();
  };
  await page.goto(live);
  await set('Left of the stage');
  await ask('Left of the stage');
  await marie.ok(meetingPointRoutes.removeMeetingPoint, { params });
  await question.waitFor({ state: 'detached' });
  await set('By the bar');
  expect(await question.count()).toBe(0);
  await ask('By the bar');
  await set('Lifeguard hut');
  await question.waitFor({ state: 'detached' });
});

test('LIVE-06 without the map the list has the same information', async ({ marieAt, visit, party }) => {
  const { tom, marie } = party;
  await marieAt.page.goto(party.live);
  await party.startSharing(marie);
  const visitor = await visit(tom, mayLocate(TOM_AT));
  visitor.allowErrors(/live-map|did not load/);
  await visitor.page.route('**/static/js/live-map-*', (route) => route.abort());
  await visitor.page.goto(party.live);
  await visitor.page.getByText('The map did not load').waitFor();
  await rowOf(visitor.page, marie)
    .getByText(/^1[12]0 m/)
    .waitFor();
  await expectAccessible(visitor.page);
});

test('LIVE-06 LIVE-08 without one’s own location friends are sorted by name, and the page says what to change', async ({
  marieAt,
  visit,
  party,
}) => {
  const { tom, marie } = party;
  await marieAt.page.goto(party.live);
  await party.startSharing(marie);
  const visitor = await visit(tom);
  const { page } = visitor;
  await page.goto(party.live);
  await isSeenLive(page, marie).waitFor();
  await page.getByText('1 of 2 sharing, sorted by name. Turn on your location to see distances.').waitFor();
  await page
    .getByText(/^To work that out, Hereabouts needs your location, which stays on this device/)
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use my location' }).click();
  await page.getByText('Location is blocked for this site').waitFor();
  await page.getByText('Tap the icon left of the address and turn Location on.').waitFor();
  await expectAccessible(page);
  await page.context().grantPermissions(['geolocation']);
  await rowOf(page, marie)
    .getByText(/^[\d.,]+ k?m ± /)
    .waitFor();
});

test.for([
  { width: 390, height: 844 },
  { width: 1280, height: 860 },
])(
  'LIVE-08 LIVE-14 a blocked location is reported before the list and in sight, $width px wide',
  async (viewport, { visit, party }) => {
    const { tom, marie } = party;
    const { page } = await visit(tom, { viewport, reducedMotion: 'reduce' });
    await page.goto(party.live);
    await page.getByRole('button', { name: 'Use my location' }).click();
    const note = page.getByRole('status').filter({ hasText: 'Location is blocked for this site' });
    const inSight = async () => {
      const [box, head, row] = [
        await note.boundingBox(),
        await page.getByRole('heading', { name: "Who's here" }).boundingBox(),
        await rowOf(page, marie).boundingBox(),
      ];
      if (!box || !head || !row) return false;
      const again = (await note.getByRole('button', { name: 'Try again' }).boundingBox())!;
      const dock = (await page.getByRole('button', { name: 'Share where I am' }).boundingBox())!;
      return box.y > head.y + head.height && again.y + again.height < dock.y && box.y + box.height <= row.y;
    };
    await expect.poll(inSight).toBe(true);
  },
);

test('LIVE-08 an approximate location is labelled, with the setting to change', async ({ visit, party }) => {
  const { tom } = party;
  const visitor = await visit(tom, mayLocate({ ...TOM_AT, accuracy: 2_400 }));
  await visitor.page.goto(party.live);
  await visitor.page.getByText('Your location is only known to within 2.4 km').waitFor();
  await visitor.page.getByText(/^Precise location is probably off\./).waitFor();
});

test('LIVE-01 before the start the page says when the event begins', async ({ party, tomAt }) => {
  const { tom, marie } = party;
  const later = await newEvent(tom, { title: 'Another day' });
  const { page } = tomAt;
  await page.goto(`/event/${later}/live`);
  await page.getByText(/^You and your friends can share your locations from /).waitFor();
  await page.getByText(/^Starts in (\d+ days?|\d+ h|\d+ min)( \d+ (h|min))?$/).waitFor();
  const directions = page.getByRole('link', { name: 'Directions' });
  expect(await directions.getAttribute('href')).toMatch(/destination=-?\d+\.\d+,-?\d+\.\d+$/);
  expect(await page.getByRole('button', { name: 'Share where I am' }).count()).toBe(0);
  await page.getByText('None of your friends are taking part yet').waitFor();
  await expectAccessible(page);
  await page.goto(party.live);
  await rowOf(page, marie).waitFor();
});

test('the AR view is offered where there is somebody or a meeting point to look for', async ({
  party,
  tomAt,
}) => {
  const alone = await newEvent(party.tom, {
    title: 'Weekender',
    start_time: inHours(-1),
    end_time: inHours(1),
  });
  const { page } = tomAt;
  const ar = page.getByRole('link', { name: 'AR view' });
  await page.goto(`/event/${alone}/live`);
  await page.getByText('None of your friends are taking part yet').waitFor();
  expect(await ar.count()).toBe(0);
  await page.goto(party.live);
  await ar.waitFor();
});

test('LIVE-05 the map names the venue and has a scale', async ({ party, tomAt }) => {
  const { page } = tomAt;
  await page.goto(party.live);
  const venue = page.getByRole('img', { name: /^Event: / });
  await venue.waitFor();
  const name = ((await venue.getAttribute('aria-label')) ?? '').replace('Event: ', '');
  expect(await venue.textContent()).toBe(name);
  expect(await page.locator('.leaflet-control-scale-line').textContent()).toMatch(/^\d+ k?m$/);
});

test('LIVE-08 a refused location is reported next to the button, with what to change, also on a small screen', async ({
  visit,
  party,
}) => {
  const { tom } = party;
  const visitor = await visit(tom, { viewport: { width: 360, height: 640 } });
  const { page } = visitor;
  await page.goto(party.live);
  await page.getByRole('button', { name: 'Share where I am' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share where you are' });
  await dialog.getByText('Your browser will ask you next. Choose Allow.').waitFor();
  await dialog.getByRole('button', { name: 'Start sharing' }).click();
  const steps = dialog.getByRole('alert');
  await steps.getByText('Tap the icon left of the address and turn Location on.').waitFor();
  const [told, buttons] = await Promise.all([
    steps.boundingBox(),
    dialog.getByRole('button', { name: 'Try again' }).boundingBox(),
  ]);
  expect(told!.y + told!.height).toBeLessThan(buttons!.y);
  expect(told!.y).toBeGreaterThan(0);
  await expectAccessible(page);
});

test('LIVE-05 the names of the map stay as they are drawn while only the people on it change', async ({
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  const { page } = tomAt;
  const names = page.locator('.map-place');
  await names.first().waitFor();
  const seen = rowOf(page, party.marie);
  await seen.getByText(/ ± (15|20) m, /).waitFor();
  // Once the map has come to rest: it goes to where people are.
  const isKept = () =>
    names.first().evaluate((name) => {
      const wasKept = name.hasAttribute('data-kept') && document.querySelector('.leaflet-pan-anim') === null;
      name.setAttribute('data-kept', '');
      return wasKept;
    });
  await expect.poll(isKept, { interval: 500 }).toBe(true);
  await marieAt.page.context().setGeolocation({ ...MARIE_AT, accuracy: 40 });
  await seen.getByText(/ ± (45|50) m, /).waitFor();
  expect(await page.locator('.map-place[data-kept]').count()).toBe(1);
});
