import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { expectFocused } from './focus.ts';
import { newEvent, newPerson } from './person.ts';
import { twentyFrames } from './requests.ts';

/** Source: section 9. */
const CENTRE = { latitude: 49.18, longitude: -2.1 };
const HEIGHT_PX = 400;
const PADDING_PX = 50;
const ROUNDING_PX = 2;
/** Of longitude, at zoom 13, where the world is 256 px × 2^13 wide. */
const PX_PER_DEGREE = (256 * 2 ** 13) / 360;
const EAST_DEGREES = 0.01;
const EAST = { x: Math.round(EAST_DEGREES * PX_PER_DEGREE), y: 0 };
const ME = { latitude: 49.21, longitude: -2.2, accuracy: 20 };

const test = journey
  .extend('centreId', async ({ marie }) => {
    const at = (title: string, latitude: number, longitude: number) =>
      newEvent(marie, { title, location_latitude: latitude, location_longitude: longitude });
    await at('East of it', CENTRE.latitude, CENTRE.longitude + EAST_DEGREES);
    await at('Far away', 49.7, -1.2);
    return at('In the middle', CENTRE.latitude, CENTRE.longitude);
  })
  .extend('visitor', ({ visit, marie, centreId: _ }) => visit(marie, { reducedMotion: 'reduce' }))
  .extend('ui', ({ page }) => {
    const map = () => page.getByRole('region', { name: 'Events map' });
    const pin = (title: string) => map().getByRole('button', { name: new RegExp(`^${title},`) });
    const centreOnMe = () => map().getByRole('button', { name: 'Centre on my location' });
    /** What the lower middle of an element points at, from the middle of the map, in pixels. */
    async function tipOf(element: ReturnType<typeof pin>): Promise<{ x: number; y: number }> {
      const [box, frame] = [await element.boundingBox(), await map().boundingBox()];
      if (!box || !frame) return { x: Number.NaN, y: Number.NaN };
      return {
        x: Math.round(box.x + box.width / 2 - frame.x - frame.width / 2),
        y: Math.round(box.y + box.height - frame.y - frame.height / 2),
      };
    }
    return { map, pin, centreOnMe, tipOf };
  });

test('HOME-03 HOME-05 HOME-16 the map starts at the default centre, also when the location is unavailable', async ({
  page,
  ui: { map, pin, centreOnMe, tipOf },
}) => {
  await page.goto('/');
  await pin('In the middle').waitFor();
  expect((await map().boundingBox())?.height).toBe(HEIGHT_PX);
  const isDefault = async () => {
    await expect
      .poll(async () => [await tipOf(pin('In the middle')), await tipOf(pin('East of it'))])
      .toEqual([{ x: 0, y: 0 }, EAST]);
  };
  await isDefault();
  expect(await map().getByRole('button', { name: 'Your location' }).count()).toBe(0);

  await map().getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => tipOf(pin('East of it'))).not.toEqual(EAST);
  await centreOnMe().click();
  await isDefault();
});

test('HOME-03 HOME-05 a known location has a marker, and a button centres the map on it', async ({
  page,
  ui: { map, pin, centreOnMe, tipOf },
}) => {
  await page.context().setGeolocation(ME);
  await page.context().grantPermissions(['geolocation']);
  await page.goto('/');
  const me = map().getByRole('button', { name: 'Your location', exact: true });
  await me.waitFor();
  // Finding oneself does not move what one looks at.
  await expect.poll(() => tipOf(pin('In the middle'))).toEqual({ x: 0, y: 0 });
  await centreOnMe().click();
  const half = Math.round(((await me.boundingBox())?.height ?? 0) / 2);
  await expect.poll(() => tipOf(me)).toEqual({ x: 0, y: half });
});

test('HOME-05 a position that comes after the map was moved, or a pin pressed, moves it no more', async ({
  page,
  ui: { map, pin, centreOnMe, tipOf },
}) => {
  await page.context().setGeolocation(ME);
  await page.context().grantPermissions(['geolocation']);
  await page.addInitScript(() => {
    const { geolocation } = navigator;
    const ask = geolocation.getCurrentPosition.bind(geolocation);
    const held: (() => Promise<void>)[] = [];
    geolocation.getCurrentPosition = (found) =>
      void held.push(() => new Promise((told) => ask((position) => told(found(position)))));
    Object.assign(window, { find: () => Promise.all(held.splice(0).map((run) => run())) });
  });
  await page.goto('/');
  const me = map().getByRole('button', { name: 'Your location', exact: true });
  const fromCentre = async () => {
    const { x, y } = await tipOf(me);
    return { x, y: y - Math.round(((await me.boundingBox())?.height ?? 0) / 2) };
  };
  const centreMeanwhile = async (act: () => Promise<void>) => {
    await centreOnMe().click();
    await page.evaluate(twentyFrames);
    await act();
    await page.evaluate('find()');
    await me.waitFor({ state: 'attached' });
    await page.evaluate(twentyFrames);
  };
  const expectUnmoved = async () => {
    const { x, y } = await tipOf(pin('In the middle'));
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(ROUNDING_PX);
  };
  await centreMeanwhile(() => map().getByRole('button', { name: 'Zoom in' }).click());
  await expectUnmoved();
  await centreMeanwhile(() => pin('In the middle').click());
  await expectUnmoved();
  await centreMeanwhile(async () => {});
  await expect.poll(fromCentre).toEqual({ x: 0, y: 0 });
});

test('HOME-05 "Show all events" fits all events, 50 px from the edges, at the closest zoom that allows it', async ({
  page,
  ui: { map, pin, tipOf },
}) => {
  await page.goto('/');
  await pin('In the middle').waitFor();
  const farAway = async () => Math.abs((await tipOf(pin('Far away'))).y);
  expect(await farAway()).toBeGreaterThan(HEIGHT_PX / 2);
  await map().getByRole('button', { name: 'Show all events' }).click();
  await expect.poll(farAway).toBeLessThan(HEIGHT_PX / 2);
  const frame = await map().boundingBox();
  const tips = await Promise.all(
    ['In the middle', 'East of it', 'Far away'].map((title) => tipOf(pin(title))),
  );
  const ends = (axis: 'x' | 'y') => {
    const values = tips.map((tip) => tip[axis]);
    return { least: Math.min(...values), most: Math.max(...values) };
  };
  const span = (axis: 'x' | 'y') => ends(axis).most - ends(axis).least;
  const room = { x: (frame?.width ?? 0) - 2 * PADDING_PX, y: HEIGHT_PX - 2 * PADDING_PX };
  for (const axis of ['x', 'y'] as const) {
    for (const tip of tips) expect(Math.abs(tip[axis])).toBeLessThanOrEqual(room[axis] / 2);
    // As much room on one side as on the other.
    expect(Math.abs(ends(axis).most + ends(axis).least)).toBeLessThanOrEqual(ROUNDING_PX);
  }
  expect(2 * span('x') > room.x || 2 * span('y') > room.y).toBe(true);
});

test('a map without an event in sight says how many are elsewhere and shows them', async ({
  page,
  ui: { map, pin },
}) => {
  await page.goto('/');
  await pin('In the middle').waitFor();
  const pill = map().getByRole('button', { name: /outside this map/ });
  expect(await pill.count()).toBe(0);
  const canvas = map().getByRole('group');
  await canvas.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift+ArrowUp');
      return pill.count();
    })
    .toBe(1);
  expect(await pill.innerText()).toBe('3 events outside this map');
  await pill.press('Enter');
  await pill.waitFor({ state: 'detached' });
  await expectFocused(canvas);
  const frame = await map().boundingBox();
  for (const title of ['In the middle', 'East of it', 'Far away'])
    await expect
      .poll(async () => {
        const box = await pin(title).boundingBox();
        return (
          box!.x > frame!.x && box!.y > frame!.y && box!.y + box!.height < frame!.y + frame!.height && title
        );
      })
      .toBe(title);
});

test('HOME-03 where none of the events is in the default view, the map begins with them', async ({
  product,
  visit,
}) => {
  const tom = await newPerson(product, 'Tom Renouf');
  await newEvent(tom, { title: 'West', location_latitude: 49.177, location_longitude: -2.22 });
  const { page } = await visit(tom, { viewport: { width: 390, height: 844 } });
  await page.goto('/');
  const map = page.getByRole('region', { name: 'Events map' });
  const pin = (await map.getByRole('button', { name: /^West,/ }).boundingBox())!;
  const frame = (await map.boundingBox())!;
  expect(Math.abs(pin.x + pin.width / 2 - frame.x - frame.width / 2)).toBeLessThanOrEqual(ROUNDING_PX);
  expect(await map.getByRole('button', { name: /outside this map/ }).count()).toBe(0);
});

test('HOME-04 HOME-06 HOME-19 a popup and the card of the selected event lead to the event', async ({
  page,
  centreId,
  ui: { pin },
}) => {
  await page.goto('/');
  await pin('In the middle').click();
  const popup = page.getByRole('dialog', { name: 'In the middle' });
  const card = page.getByRole('region', { name: 'Selected event: In the middle' });
  for (const place of [popup, card]) {
    const link = place.getByRole('link', { name: 'View Details' });
    expect(await link.getAttribute('href')).toBe(`/event/${centreId}`);
  }
  await card.getByRole('button', { name: 'Close' }).click();
  await card.waitFor({ state: 'detached' });
  await expectFocused(pin('In the middle'));
  await pin('In the middle').click();
  await popup.getByRole('link', { name: 'View Details' }).click();
  await page.getByRole('heading', { level: 1, name: 'In the middle' }).waitFor();
});

test('HOME-04 another press of a pin leaves its popup open, one of another pin opens that one’s', async ({
  page,
  ui: { pin },
}) => {
  await page.goto('/');
  const popup = page.getByRole('dialog', { name: 'In the middle' });
  const details = popup.getByRole('link', { name: 'View Details' });
  await pin('In the middle').click();
  await details.waitFor();
  await pin('In the middle').click();
  await page.evaluate(twentyFrames);
  expect(await details.isVisible()).toBe(true);
  await pin('East of it').click();
  await page.getByRole('dialog', { name: 'East of it' }).waitFor();
  expect(await popup.count()).toBe(0);
});

test('HOME-06 on a phone a pressed pin shows the event on a card in sight, and no popup over the map', async ({
  visit,
  marie,
  centreId,
}) => {
  const { page } = await visit(marie, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto('/');
  await page.getByRole('button', { name: /^In the middle,/ }).tap();
  const card = page.getByRole('region', { name: 'Selected event: In the middle' });
  const link = card.getByRole('link', { name: 'View Details' });
  expect(await link.getAttribute('href')).toBe(`/event/${centreId}`);
  await card.getByText(/ at \d\d:\d\d/).waitFor();
  await card.getByText("St Ouen's Bay").waitFor();
  const bar = page.getByRole('navigation', { name: 'Quick links' });
  const isAboveBar = async () => {
    const [box, below] = [(await card.boundingBox())!, (await bar.boundingBox())!];
    return box.y >= 0 && box.y + box.height <= below.y;
  };
  await expect.poll(isAboveBar).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await card.getByRole('button', { name: 'Close' }).tap();
  await card.waitFor({ state: 'detached' });
});

test.for([
  ['right after a press of "Zoom in"', 1],
  ['while it zooms', 3],
] as const)('HOME-03 leaving a map %s logs no error', async ([, frames], { visit, marie }) => {
  const { page } = await visit(marie);
  await page.clock.install();
  await page.goto('/');
  const contacts = page.getByRole('heading', { name: 'Friends & Contacts' });
  await page.getByRole('link', { name: 'Contacts' }).first().click();
  await contacts.waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Zoom in' }).evaluate(async (button: HTMLElement, count) => {
    button.click();
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
    // It is in the memory of the page and comes at once.
    history.forward();
  }, frames);
  await contacts.waitFor();
  await page.clock.runFor(1_000);
});
