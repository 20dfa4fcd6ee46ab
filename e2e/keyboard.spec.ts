import { expect } from 'vitest';
import { eventRoutes } from '@hereabouts/contract/events';
import { test as journey } from './fixtures.ts';
import { expectFocus, focused, focusIsSeen, tabTo } from './focus.ts';
import { ask, befriend, newEvent, newPerson } from './person.ts';
import { pressUnfriend } from './unfriend.ts';
import { PASSWORD } from './visitor.ts';

const MAY_LOCATE = { permissions: ['geolocation'] };

const test = journey
  .extend('visitor', ({ visit, marie }) => visit(marie, MAY_LOCATE))
  /** A friend of Marie's. */
  .extend('tom', async ({ product, marie }) => {
    const tom = await newPerson(product, 'Tom');
    await befriend(marie, tom);
    return tom;
  })
  .extend('ui', ({ page }) => {
    const path = () => new URL(page.url()).pathname;
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const press = (key: string) => page.keyboard.press(key);
    return { path, row, press };
  });

test('LOGIN-02 HOME-02 RSVP-01 EVD-02 from signing in to an answer and back', async ({
  visit,
  marie,
  tom,
}) => {
  const { page } = await visit(null, MAY_LOCATE);
  const id = await newEvent(tom, { title: 'Harbour quiz', invitee_ids: [marie.id] });
  await page.goto('/login');
  await page.getByRole('button', { name: 'LOG IN' }).waitFor();
  await tabTo(page, 'Email');
  await page.keyboard.type(marie.email);
  await tabTo(page, 'Password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('article').waitFor();
  await expectFocus(page, 'Welcome, Marie');

  await tabTo(page, 'View Details of Harbour quiz');
  expect(await focusIsSeen(page)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/event/${id}`);
  await expectFocus(page, 'Harbour quiz');
  await page.getByRole('button', { name: 'Maybe', exact: true }).waitFor();
  await tabTo(page, 'Maybe');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Maybe', pressed: true }).waitFor();
  await expect
    .poll(async () => (await marie.ok(eventRoutes.getEvent, { params: { eventId: id } })).my_status)
    .toBe('tentative');
  expect(await focused(page)).toBe('Maybe');

  await page.goBack();
  await page.getByRole('article').getByText('Maybe').waitFor();
  await expectFocus(page, 'Welcome, Marie');
});

test('NAV-08 the first Tab offers a way past the header, which leads to the content', async ({
  page,
  ui: { press },
}) => {
  await page.goto('/contacts');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await press('Tab');
  await expectFocus(page, 'Skip to content');
  expect(await focusIsSeen(page)).toBe(true);
  expect(await page.getByRole('link', { name: 'Skip to content' }).boundingBox()).toMatchObject({ y: 8 });
  await press('Enter');
  await press('Tab');
  await expectFocus(page, 'Back to home');
});

test('EVF-02 EVF-03 EVF-04 EVF-08 EVF-09 LOC-05 LOC-06 an event is made without a mouse', async ({
  product,
  marie,
  page,
  ui: { press },
}) => {
  await befriend(marie, await newPerson(product, 'Tom'));
  await page.goto('/');
  await tabTo(page, 'Create event');
  await press('Enter');
  await expectFocus(page, 'Create New Event');

  await tabTo(page, 'Event Image');
  expect(await focusIsSeen(page)).toBe(true);
  await tabTo(page, 'Event Title*');
  await page.keyboard.type('Rock pooling');
  await tabTo(page, 'Start Time*');
  // Day and month the same, and a half of the day: right in whichever form the browser asks.
  await page.keyboard.type('06062031');
  await press('ArrowRight');
  await page.keyboard.type('1200PM');
  expect(await page.getByLabel('End Time*').inputValue()).toBe('2031-06-06T14:00');

  await tabTo(page, 'Search for a location');
  await press('Enter');
  await expectFocus(page, 'Place');
  await page.keyboard.type('st');
  await page.getByRole('option').first().waitFor();
  await press('ArrowDown');
  await press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
  await press('Escape');
  await expectFocus(page, 'Search for a location');
  await press('Enter');
  await expectFocus(page, 'Place');
  await page.keyboard.type('gor');
  await page.getByRole('option', { name: /Mont Orgueil Castle/ }).waitFor();
  await press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocus(page, 'Change');

  const point = () => page.getByText(/^Latitude: /).textContent();
  const chosen = await point();
  await tabTo(page, /^Event position/);
  expect(await focusIsSeen(page)).toBe(true);
  await tabTo(page, /pin/i);
  expect(await focusIsSeen(page)).toBe(true);
  await press('ArrowUp');
  await expect.poll(point).not.toBe(chosen);

  await tabTo(page, /^Private Event/);
  await press('Space');
  await tabTo(page, 'Description');
  await page.keyboard.type('Low water is at noon');
  await tabTo(page, /^Tom/);
  expect(await focusIsSeen(page)).toBe(true);
  await press('Space');
  await page.getByText('1 friend(s) selected').waitFor();
  await tabTo(page, 'Create Event');
  await press('Enter');
  await page.waitForURL(/\/event\/\d+$/);
  await expectFocus(page, 'Rock pooling');
  await page.getByText('Public Event').waitFor();
  await page.getByText('Invited Friends (1)').waitFor();
});

test('EVF-11 a missing value is reported at its field, which gets the focus', async ({ page }) => {
  await page.goto('/new-event');
  await page.getByRole('button', { name: 'Create Event' }).press('Enter');
  await page.getByRole('main').getByRole('alert').filter({ hasText: 'Title is required' }).waitFor();
  await expectFocus(page, 'Event Title*');
  const field = page.getByRole('textbox', { name: 'Event Title*', description: 'Title is required' });
  expect(await field.getAttribute('aria-invalid')).toBe('true');
});

test('CONT-02 CONT-03 CONT-05 on contacts, arrow keys move along the tabs, the search announces its result, and the focus moves on when a card disappears', async ({
  product,
  marie,
  page,
  ui: { row, press },
}) => {
  const [aoife, bo] = [await newPerson(product, 'Aoife'), await newPerson(product, 'Bo')];
  await ask(bo, marie);
  await ask(aoife, marie);
  await befriend(marie, await newPerson(product, 'Tom'));
  await page.goto('/contacts');
  await row('Tom').waitFor();
  await tabTo(page, /^My Friends/);
  await press('ArrowRight');
  await expectFocus(page, /^Pending/);
  expect(await focusIsSeen(page)).toBe(true);
  await press('Enter');
  await row('Aoife').waitFor();

  await tabTo(page, 'Accept');
  await press('Enter');
  await row('Aoife').waitFor({ state: 'detached' });
  await expectFocus(page, /^Bo/);
  await tabTo(page, 'Decline');
  await press('Enter');
  await page.getByText('No pending friend requests').waitFor();
  await expectFocus(page, /^No pending friend requests/);

  await page.getByRole('tab', { name: /^My Friends/ }).press('Enter');
  await row('Tom').waitFor();
  await page.getByRole('searchbox').fill('TOM');
  await page.getByRole('status').getByText('1 person found').waitFor();
  await page.getByRole('searchbox').fill('nobody');
  await page.getByRole('status').getByText('No results found for "nobody"').waitFor();
});

test('CONT-05 NOTE-02 the back gesture of a phone closes an open dialog and stays on the page', async ({
  product,
  marie,
  visit,
}) => {
  await befriend(marie, await newPerson(product, 'Tom'));
  const { page: phone } = await visit(marie);
  // What Android's way back does cannot be done from outside, but asked of what the page has made for it.
  await phone.addInitScript(() => {
    const made: { requestClose: () => void }[] = [];
    const Real = Reflect.get(globalThis, 'CloseWatcher') as new () => { requestClose: () => void };
    class Kept extends Real {
      constructor() {
        super();
        made.push(this);
      }
    }
    Object.assign(globalThis, { CloseWatcher: Kept, goBackOnAndroid: () => made.at(-1)?.requestClose() });
  });
  await phone.goto('/contacts');
  const friend = phone.getByRole('listitem').filter({ hasText: 'Tom' });
  for (const [opener, role] of [
    [friend.getByRole('button', { name: 'Invite to an event' }), 'dialog'],
    [phone.getByRole('button', { name: 'Add in person' }), 'dialog'],
  ] as const) {
    await opener.click();
    await phone.getByRole(role).waitFor();
    await phone.evaluate('goBackOnAndroid()');
    await phone.getByRole(role).waitFor({ state: 'detached' });
  }
  await friend.waitFor();
});

test('CONT-05 the dialog before unfriending takes the focus and returns it', async ({
  product,
  marie,
  page,
  ui: { row, press },
}) => {
  for (const name of ['Tom', 'Aoife']) await befriend(marie, await newPerson(product, name));
  await page.goto('/contacts');
  await row('Tom').waitFor();
  await row('Tom').getByRole('button', { name: 'More for Tom' }).focus();
  await pressUnfriend(page);
  await page.getByRole('alertdialog').waitFor();
  await expectFocus(page, 'Cancel');
  for (const name of ['Unfriend', 'Cancel', 'Unfriend']) {
    await press('Tab');
    await expectFocus(page, name);
  }
  await press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expectFocus(page, 'More for Tom');
  await pressUnfriend(page);
  await expectFocus(page, 'Cancel');
  await press('Shift+Tab');
  await expectFocus(page, 'Unfriend');
  await press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await row('Tom').waitFor({ state: 'detached' });
  await expectFocus(page, /^Aoife/);
});

test('USER-04 USER-05 on a profile the focus moves from a button to what replaces it', async ({
  product,
  page,
  ui: { press },
}) => {
  const stranger = await newPerson(product, 'Tom');
  await page.goto(`/profile/${stranger.id}`);
  await page.getByRole('button', { name: 'Send Friend Request' }).waitFor();
  await tabTo(page, 'Send Friend Request');
  await press('Enter');
  await expectFocus(page, 'Friend request sent');
  await tabTo(page, 'Cancel Request');
  await press('Enter');
  await expectFocus(page, 'Send Friend Request');
});

test('PROF-02 PROF-03 the profile is edited and left again without a mouse', async ({
  page,
  ui: { press },
}) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).waitFor();
  await tabTo(page, 'Edit Profile');
  await press('Enter');
  await expectFocus(page, 'Full Name');
  await press('Control+A');
  await press('Delete');
  await press('Enter');
  await page.getByRole('textbox', { name: 'Full Name', description: 'Name cannot be empty' }).waitFor();
  await tabTo(page, 'Cancel');
  await press('Enter');
  await expectFocus(page, 'Edit Profile');
});

test('HOME-04 HOME-06 a pin opens its popup with Enter; Escape closes it and goes back to the pin', async ({
  marie,
  tom,
  page,
  ui: { path, press },
}) => {
  await newEvent(tom, { title: 'Harbour quiz', invitee_ids: [marie.id] });
  await page.goto('/');
  const showAll = page.getByRole('button', { name: 'Show all events' });
  // Before there is an event to show it takes neither focus nor keys.
  await expect.poll(() => showAll.isEnabled()).toBe(true);
  await showAll.press('Enter');
  await tabTo(page, /^Harbour quiz, /);
  expect(await focusIsSeen(page)).toBe(true);
  await press('Enter');
  await page.getByRole('dialog', { name: 'Harbour quiz' }).waitFor();
  await expectFocus(page, 'Harbour quiz');
  await page.getByRole('region', { name: 'Selected event: Harbour quiz' }).waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocus(page, /^Harbour quiz, /);
  expect(path()).toBe('/');
});

test('HOME-21 everything on the map is also in a list', async ({ marie, page }) => {
  for (const title of ['Harbour quiz', 'Rock pooling']) await newEvent(marie, { title });
  await page.goto('/');
  const pin = page.getByRole('region', { name: 'Events map' }).locator('button.pin');
  await expect.poll(() => pin.count()).toBe(2);
  const pins = await page
    .getByRole('region', { name: 'Events map' })
    .locator('button.pin')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('title')));
  const cards = await page.getByRole('article').getByRole('heading').allTextContents();
  expect(new Set(pins)).toEqual(new Set(cards));
});

test('HOME-08 Refresh keeps the focus while it runs', async ({ marie, page }) => {
  await newEvent(marie);
  await page.goto('/');
  await page.getByRole('article').waitFor();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.press('Enter');
  await expect.poll(() => refresh.isEnabled()).toBe(true);
  expect(await focused(page)).toBe('Refresh');
});
