import { expect } from 'vitest';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { befriend, inHours, newEvent, newPerson, type Person } from './person.ts';
import { scriptsInFlight } from './scripts-in-flight.ts';
import { expectAccessible, READ_TIMED_OUT } from './visitor.ts';
import { zoneOfMorning } from './zone.ts';

const LONG = 'Bring a blanket and something to share. '.repeat(4).trim();

const test = journey.extend('ui', ({ page }) => {
  const pins = () => page.locator('.leaflet-marker-icon:not(.my-location)');
  return { pins };
});

async function twoRunning(creator: Person): Promise<void> {
  await newEvent(creator, { title: 'Long running', start_time: inHours(-2), end_time: inHours(5) });
  await newEvent(creator, { title: 'Ends first', start_time: inHours(-1), end_time: inHours(1) });
}

test('HOME-13 HOME-14 HOME-15 HOME-16 HOME-18 an empty home shows that it loads, then that there are no events, and offers a next step', async ({
  page,
}) => {
  const release = await hold(page, '**/api/home');
  await page.goto('/');
  await page.getByText('Loading events...').waitFor();
  // Whether they are folded is not known yet.
  expect(await page.getByText('How it works').count()).toBe(0);
  await release();
  await page.getByText('No upcoming events').waitFor();
  expect(await page.getByRole('button', { name: 'Refresh' }).count()).toBe(2);
  await page.getByText('version 1.0.0').waitFor();
  await page.getByText(/Your location is shared only during the event window/).waitFor();
  await page.getByText(/augmented-reality view of friends/).waitFor();
  expect(await page.getByRole('region', { name: 'How it works' }).getByRole('listitem').count()).toBe(3);
  await expectAccessible(page);
});

test('HOME-01 the welcome uses the person’s name, or "Explorer" without one', async ({
  product,
  visit,
  page,
}) => {
  const release = await hold(page, '**/api/me');
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Welcome', exact: true }).waitFor();
  await release();
  await page.getByRole('heading', { level: 1, name: 'Welcome, Marie' }).waitFor();
  const nameless = await visit(await newPerson(product, ''));
  await nameless.page.goto('/');
  await nameless.page.getByRole('heading', { level: 1, name: 'Welcome, Explorer' }).waitFor();
});

test('HOME-02 HOME-19 the header’s icons and the button lead to the pages they name', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('navigation', { name: 'Main' });
  const paths = ['Create event', 'Contacts', 'Profile'].map((name) =>
    main.getByRole('link', { name }).getAttribute('href'),
  );
  expect(await Promise.all(paths)).toEqual(['/new-event', '/contacts', '/profile']);
  await page.getByRole('link', { name: 'Create New Event' }).click();
  await page.waitForURL('**/new-event');
});

test('HOME-08 HOME-09 HOME-10 HOME-11 HOME-12 HOME-20 each event is listed once, in its section', async ({
  product,
  marie,
  page,
}) => {
  await page.goto('/');
  await page.getByText('No upcoming events').waitFor();
  const tom = await newPerson(product, 'Tom');
  await twoRunning(marie);
  await newEvent(marie, { title: 'Over', start_time: inHours(-3), end_time: inHours(-1) });
  await newEvent(tom, { title: 'Not mine', start_time: inHours(-1), end_time: inHours(1) });
  const later = await newEvent(marie, {
    title: 'Next week',
    description: LONG,
    start_time: inHours(170),
    end_time: inHours(171),
  });
  await page.getByRole('article', { name: 'Next week' }).waitFor();

  expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual([
    'Ends first',
    'Long running',
    'Next week',
  ]);
  const day = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'Europe/Jersey',
  }).formatToParts(new Date(inHours(170)));
  const dayOf = (type: string) => day.find((part) => part.type === type)?.value;
  await page
    .getByRole('heading', { name: `${dayOf('weekday')} ${dayOf('day')} ${dayOf('month')}` })
    .waitFor();
  await page.getByRole('heading', { name: 'LIVE' }).waitFor();

  const card = page.getByRole('article', { name: 'Next week' });
  await card.getByText(`${LONG.slice(0, 120)}…`).waitFor();
  await card.getByText(/^\d\d:\d\d at St Ouen's Bay$/).waitFor();
  expect(await card.locator('img').getAttribute('src')).toBe(
    `/images/default_Event/hereabouts${(later % 3) + 1}.png`,
  );
  expect(await card.getByRole('link', { name: 'View Details' }).getAttribute('href')).toBe(`/event/${later}`);
  await expectAccessible(page);
});

test('HOME-03 HOME-04 HOME-05 HOME-06 HOME-21 the map shows exactly the events of the list', async ({
  marie,
  page,
  ui: { pins },
}) => {
  await twoRunning(marie);
  await newEvent(marie, { title: 'Next week', start_time: inHours(170), end_time: inHours(171) });
  await page.goto('/');
  await page.getByRole('button', { name: 'Show all events' }).click();
  await expect.poll(() => pins().count()).toBe(3);
  await page.getByRole('article', { name: 'Next week' }).hover();
  await expect.poll(() => page.locator('.is-highlighted').getAttribute('aria-label')).toMatch(/^Next week,/);
  const pin = page.getByRole('button', { name: /^Next week, St Ouen's Bay/ });
  expect(await pin.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([25, 41]);
  await pin.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Next week' });
  await popup.getByText("St Ouen's Bay").waitFor();
  await popup.getByText(/ at \d\d:\d\d$/).waitFor();
  await popup.getByRole('link', { name: 'View Details' }).waitFor();
  const info = page.getByRole('region', { name: 'Selected event: Next week' });
  await info.getByRole('button', { name: 'Close' }).click();
  await info.waitFor({ state: 'detached' });
  const map = page.getByRole('region', { name: 'Events map' });
  expect(await map.evaluate((element) => element.clientHeight)).toBe(400);
});

test('HOME-21 an event one will not attend stays on the list and the map, marked Not Going', async ({
  product,
  marie,
  page,
}) => {
  await page.goto('/');
  await page.getByText('No upcoming events').waitFor();
  const tom = await newPerson(product, 'Thomas');
  await befriend(tom, marie);
  const eventId = await newEvent(tom, { title: 'Karaoke', invitee_ids: [marie.id] });
  await page.getByRole('article', { name: 'Karaoke' }).waitFor();
  await marie.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'declined' } });
  await page.getByRole('article', { name: 'Karaoke' }).getByText('Not Going').waitFor();
  await page.getByRole('button', { name: 'Show all events' }).click();
  await page.getByRole('button', { name: /^Karaoke, .*, Not Going$/ }).waitFor();
});

test('HOME-10 HOME-11 an event goes live and ends while the page is open', async ({ product, visit }) => {
  const ben = await newPerson(product, 'Ben');
  await newEvent(ben, { title: 'Flash mob', start_time: inHours(0.05), end_time: inHours(0.1) });
  const second = await visit(ben);
  second.allowErrors(READ_TIMED_OUT);
  await second.page.clock.install();
  const loading = scriptsInFlight(second.page);
  await second.page.goto('/');
  const card = second.page.getByRole('article', { name: 'Flash mob' });
  await card.waitFor();
  expect(await second.page.getByRole('heading', { name: 'LIVE' }).count()).toBe(0);
  await second.page.getByRole('region', { name: 'Events map' }).waitFor();
  await second.page.getByText(/augmented-reality view/).waitFor();
  // A part that is still being loaded would have taken too long after the leap.
  await expect.poll(() => loading.size).toBe(0);
  // An answer of the server would set the page's clock right again (HOME-22).
  second.allowErrors(/ERR_INTERNET_DISCONNECTED/, /could not/);
  await second.page.context().setOffline(true);
  const leap = async () => {
    await second.page.clock.fastForward('03:30');
  };
  await leap();
  await second.page.getByRole('heading', { name: 'LIVE' }).waitFor();
  await leap();
  await card.waitFor({ state: 'detached' });
});

test('HOME-12 HOME-16 today’s next event shows when and, if the location is known, how far', async ({
  product,
  visit,
}) => {
  const ada = await newPerson(product, 'Ada');
  await newEvent(ada, { title: 'Beach fire', start_time: inHours(0.5), end_time: inHours(1) });
  const second = await visit(ada, { timezoneId: zoneOfMorning() });
  await second.page.addInitScript(() => {
    const asked = { count: 0 };
    Object.assign(window, { asked });
    const original = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
    // Chrome itself keeps a position for as long as it may.
    navigator.geolocation.getCurrentPosition = (found, failed, options) => {
      asked.count += 1;
      original(found, failed, { ...options, maximumAge: 0 });
    };
  });
  await second.page.goto('/');
  const next = second.page.getByRole('region', { name: 'Next event' });
  await next.getByText(/^in \d+ minutes$/).waitFor();
  expect(await second.page.getByText(/\d k?m away/).count()).toBe(0);
  expect(await second.page.evaluate('asked.count')).toBe(0);

  // 1,240 m east of the event.
  const context = second.page.context();
  await context.setGeolocation({ latitude: 49.2174, longitude: -2.21188, accuracy: 20 });
  await context.grantPermissions(['geolocation']);
  await second.page.reload();
  await next.getByText('1.2 km away').waitFor();
  await second.page.getByRole('article', { name: 'Beach fire' }).getByText('1.2 km away').waitFor();
  // Carried further while the page was hidden.
  await context.setGeolocation({ latitude: 49.2174, longitude: -2.19486, accuracy: 20 });
  await second.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await next.getByText('2.5 km away').waitFor();
});

test('HOME-08 HOME-13 both refresh buttons refetch the list', async ({ product, visit }) => {
  const rose = await newPerson(product, 'Rose');
  const second = await visit(rose);
  await keepFromJoining(second.page);
  await second.page.goto('/');
  await second.page.getByText('No upcoming events').waitFor();
  const refresh = second.page.getByRole('button', { name: 'Refresh' });
  expect(await refresh.count()).toBe(2);
  await newEvent(rose, { title: 'Oyster supper' });
  await refresh.last().click();
  await second.page.getByRole('article', { name: 'Oyster supper' }).waitFor();
  await newEvent(rose, { title: 'Cider night' });
  await refresh.click();
  await second.page.getByRole('article', { name: 'Cider night' }).waitFor();
});

test('ERR-02 a failed load is reported and can be retried', async ({ marie, visitor, page }) => {
  visitor.allowErrors(/500/, /could not load|server failed/);
  await newEvent(marie);
  await keepFromJoining(page);
  await page.route('**/api/home*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/');
  await page.getByText('Could not load', { exact: true }).waitFor();
  await page.unroute('**/api/home*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('article', { name: 'Beach bonfire' }).waitFor();
});

test('HOME-23 HOME-24 a phone shows the next event with its people, invitations answered in place, and the first steps', async ({
  product,
  visit,
}) => {
  const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Zoe')];
  await befriend(host, viewer);
  for (const [title, at] of [
    ['Swim', 2],
    ['Picnic', 30],
    ['Film night', 54],
    ['Quiz', 78],
    ['Ceilidh', 102],
  ] as const)
    await newEvent(host, {
      title,
      start_time: inHours(at),
      end_time: inHours(at + 1),
      invitee_ids: [viewer.id],
    });
  const { page } = await visit(viewer, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Next event' });
  await next.getByText('1 going').waitFor();
  await next.getByRole('button', { name: 'Going', exact: true }).click();
  await next.getByText('2 going').waitFor();
  expect(await next.getByRole('button').count()).toBe(0);
  const invitations = page.getByRole('region', { name: 'Invitations' });
  expect(await invitations.getByRole('listitem').count()).toBe(2);
  await invitations.getByRole('button', { name: 'Show all 4' }).click();
  expect(await invitations.getByRole('listitem').count()).toBe(4);
  const picnic = invitations.getByRole('listitem').filter({ hasText: 'Picnic' });
  await picnic.getByRole('button', { name: 'Maybe' }).click();
  await picnic.getByRole('button', { name: 'Maybe', pressed: true }).waitFor();
  const card = page.getByRole('article', { name: 'Picnic' });
  await card.getByText('Maybe', { exact: true }).waitFor();

  const description = page.getByRole('article', { name: 'Ceilidh' }).getByText('Bring something');
  expect(await description.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Show more' }).click();
  await description.waitFor();
  await page.getByText('How it works', { exact: true }).first().click();
  await page.getByText(/augmented-reality view of friends/).waitFor();
  await expectAccessible(page);

  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByText('Add friends, done').waitFor();
  await steps.getByRole('link', { name: 'Add a picture' }).waitFor();
  const stored = page.waitForResponse('**/api/me/first-steps');
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await stored;
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await next.getByText('2 going').waitFor();
  // What was kept of the page is shown first.
  await expect.poll(async () => [await steps.count(), await picnic.count()]).toEqual([0, 0]);
});
