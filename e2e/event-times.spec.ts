import { eventRoutes } from '@hereabouts/contract/events';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { befriend, newEvent, newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';

/** Each event looks reversed on a clock on the wall there. */
const NIGHTS = [
  {
    timezoneId: 'Europe/Jersey',
    start_time: '2027-10-31T00:30:00.000Z',
    end_time: '2027-10-31T01:15:00.000Z',
    shown: ['2027-10-31T01:30', '2027-10-31T01:15'],
    zones: ['GMT+1', 'GMT'],
    range: 'Sun 31 Oct 2027 at 01:30 GMT+1 → 01:15 GMT',
  },
  {
    timezoneId: 'America/New_York',
    start_time: '2027-11-07T05:45:12.000Z',
    end_time: '2027-11-07T06:15:00.000Z',
    shown: ['2027-11-07T01:45', '2027-11-07T01:15'],
    zones: ['GMT-4', 'GMT-5'],
    range: 'Sun 7 Nov 2027 at 01:45 GMT-4 → 01:15 GMT-5',
  },
  {
    timezoneId: 'Australia/Lord_Howe',
    start_time: '2027-04-03T14:50:00.000Z',
    end_time: '2027-04-03T15:10:00.000Z',
    shown: ['2027-04-04T01:50', '2027-04-04T01:40'],
    zones: ['GMT+11', 'GMT+10:30'],
    range: 'Sun 4 Apr 2027 at 01:50 GMT+11 → 01:40 GMT+10:30',
  },
];

test.for(NIGHTS)(
  'EVF-20 an event in the night the clocks go back in $timezoneId shows its time zones, and an edit keeps its times',
  async (night, { product, visit }) => {
    const { start_time, end_time, shown, zones, range } = night;
    const [host, guest] = [await newPerson(product, 'Marie'), await newPerson(product, 'Tom')];
    await befriend(host, guest);
    const eventId = await newEvent(host, {
      title: 'Night shift',
      start_time,
      end_time,
      invitee_ids: [guest.id],
    });
    const { page, expectNoErrors, close } = await visit(host, { timezoneId: night.timezoneId });
    await page.goto('/');
    const card = page.getByRole('article', { name: 'Night shift' });
    await card.getByText(`${shown[0]?.slice(-5)} ${zones[0]}`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show all events' }).click();
    await page.getByRole('button', { name: /^Night shift, / }).click();
    const start = range.split(' → ')[0] ?? '';
    await page.locator('.event-popup').getByText(start, { exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'Selected event: Night shift' })
      .getByText(range, { exact: true })
      .waitFor();
    await page.goto(`/profile/${guest.id}`);
    await page.getByText(start, { exact: true }).waitFor();
    await page.goto(`/event/${eventId}`);
    await page.getByText(range, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Invite More Friends' }).click();
    await page.getByText(range, { exact: true }).waitFor();

    await page.goto(`/edit-event/${eventId}`);
    for (const [at, label] of ['Start Time*', 'End Time*'].entries()) {
      const field = page.getByLabel(label, { exact: true });
      expect(await field.inputValue()).toBe(shown[at]);
      const help = await field.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${help}"]`).textContent()).toBe(`Time zone: ${zones[at]}`);
    }
    await page.getByLabel('Description').fill('New words');
    await page.getByRole('button', { name: 'Update Event' }).click();
    await page.waitForURL(`**/event/${eventId}`);
    const saved = await host.ok(eventRoutes.getEvent, { params: { eventId } });
    expect(saved).toMatchObject({ start_time, end_time, description: 'New words' });
    expectNoErrors();
    await close();
  },
);

test('EVF-20 a start in an hour that the clocks skip is moved one hour later, and the form says so', async ({
  product,
  visit,
}) => {
  const host = await newPerson(product, 'Marie');
  const { page, expectNoErrors } = await visit(host, { timezoneId: 'Europe/Jersey' });
  await page.goto('/new-event');
  await page.getByLabel('Event Title*').fill('Spring forward');
  await page.getByLabel('Start Time*').fill('2027-03-28T01:30');
  await page.getByLabel('End Time*').fill('2027-03-28T03:00');
  await page.getByLabel('Description').focus();
  expect(await page.getByLabel('Start Time*').inputValue()).toBe('2027-03-28T02:30');
  await page.getByRole('button', { name: 'Search for a location' }).click();
  await page.getByRole('combobox', { name: 'Place' }).fill('gor');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page.waitForURL(/\/event\/\d+$/);
  await page.getByText('Sun 28 Mar 2027 at 02:30 → 03:00', { exact: true }).waitFor();
  const eventId = Number(page.url().split('/').at(-1));
  expect(await host.ok(eventRoutes.getEvent, { params: { eventId } })).toMatchObject({
    start_time: '2027-03-28T01:30:00.000Z',
    end_time: '2027-03-28T02:00:00.000Z',
  });
  expectNoErrors();
});

/** Now as clocks in Jersey show it, read as if it were UTC. */
const wallNow = () => Date.parse(`${new Date().toLocaleString('sv-SE', { timeZone: 'Europe/Jersey' })}Z`);

test('EVF-26 a new event starts at the next full hour, or in the evening with one tap; its button is always in reach', async ({
  visit,
  marie,
}) => {
  const { page } = await visit(marie, { viewport: { width: 390, height: 844 } });
  await page.goto('/new-event');
  const times = async () => {
    const [start = '', end = ''] = await Promise.all(
      ['Start Time*', 'End Time*'].map((label) => page.getByLabel(label).inputValue()),
    );
    const lasts = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / HOUR_MS;
    const inHoursOnTheWall = (Date.parse(`${start}Z`) - wallNow()) / HOUR_MS;
    return { time: start.slice(11), day: new Date(`${start}Z`).getUTCDay(), lasts, inHoursOnTheWall };
  };
  await page.getByLabel('Start Time*').waitFor();
  const first = await times();
  expect(first).toMatchObject({ time: expect.stringMatching(/:00$/), lasts: 2 });
  expect(Math.abs(first.inHoursOnTheWall - 0.5)).toBeLessThan(0.6);
  await page.getByRole('button', { name: 'Saturday' }).click();
  expect(await times()).toMatchObject({ time: '20:00', day: 6, lasts: 2 });
  await page.getByRole('button', { name: 'Saturday', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  const tomorrow = new Date(wallNow() + 24 * HOUR_MS).getUTCDay();
  expect(await times()).toMatchObject({ time: '20:00', day: tomorrow, lasts: 2 });
  const start = await page.getByLabel('Start Time*').inputValue();
  await page.getByLabel('End Time*').fill(`${start.slice(0, 11)}23:00`);
  await page.getByRole('button', { name: 'Saturday' }).click();
  expect(await times()).toMatchObject({ time: '20:00', day: 6, lasts: 3 });
  for (const top of [0, 600, 5_000]) {
    await page.evaluate((y) => scrollTo(0, y), top);
    const box = await page.getByRole('button', { name: 'Create Event' }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    expect(box?.y).toBeGreaterThan(0);
    // At the very edge: nothing else stands at the foot of a phone.
    expect(await page.getByRole('navigation', { name: 'Quick links' }).count()).toBe(0);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(Math.min(top, 600));
  }
  await expectAccessible(page);
});
