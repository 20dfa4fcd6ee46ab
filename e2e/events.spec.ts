import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';
import { expectAccessible, READ_TIMED_OUT } from './visitor.ts';

const REFUSED = 'Failed to update your RSVP status. Please try again.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

const test = journey
  /** A friend of Marie's. */
  .extend('tom', async ({ product, marie }) => {
    const tom = await newPerson(product, 'Tom');
    await befriend(marie, tom);
    return tom;
  })
  .extend('ui', ({ page }) => {
    const answer = (name: string) => page.getByRole('button', { name, exact: true });
    const isPressed = (name: string) => answer(name).getAttribute('aria-pressed');
    return { answer, isPressed };
  });

test('EVD-01 EVD-02 EVD-03 EVD-04 EVD-05 EVD-07 EVD-10 EVD-12 EVD-13 the creator’s view of an event, from its loading state to its last line', async ({
  marie,
  page,
}) => {
  const id = await newEvent(marie, { is_private: true });
  const release = await hold(page, `**/api/events/${id}`);
  // The zoom a map opens with is the one of the tiles it asks for.
  const tile = page.waitForRequest(/\/tiles\/\d+\//);
  await page.goto(`/event/${id}`);
  await page.getByText('Loading event details...', { exact: true }).waitFor();
  await release();
  await page.getByRole('heading', { level: 1, name: 'Beach bonfire' }).waitFor();
  await page.getByText(/^\w{3} \d+ \w{3}( \d{4})? at \d\d:\d\d → /).waitFor();
  await page.getByText('Private Event', { exact: true }).waitFor();
  await page.getByText('Hosted by you').waitFor();
  await page.getByText('Bring something to sit on', { exact: true }).waitFor();
  const location = page.getByRole('region', { name: 'Location', exact: true });
  await location.getByText('La Grande Route des Mielles', { exact: true }).waitFor();
  await page.getByText('No friends have been invited yet.', { exact: true }).waitFor();
  expect(await page.locator('main img').first().getAttribute('src')).toBe(
    `/images/default_Event/hereabouts${(id % 3) + 1}.png`,
  );
  const map = page.getByRole('region', { name: "Map of St Ouen's Bay" });
  expect(await map.evaluate((element) => element.clientHeight)).toBe(250);
  expect(new URL((await tile).url()).pathname).toMatch(/^\/tiles\/15\//);
  expect(await page.getByRole('link', { name: 'Back to home' }).first().getAttribute('href')).toBe('/');
  const pin = map.locator('.leaflet-marker-icon');
  expect(await pin.count()).toBe(1);
  expect(await pin.evaluate((element) => [element.clientWidth, element.clientHeight])).toEqual([25, 41]);
  expect(await page.getByRole('link', { name: 'Edit Event' }).getAttribute('href')).toBe(`/edit-event/${id}`);
  const invite = page.getByRole('link', { name: 'Invite More Friends' });
  expect(await invite.getAttribute('href')).toBe(`/invite-friends/${id}`);
  await expectAccessible(page);
});

test('EVD-03 EVD-04 an event can be added to a calendar, and its directions open in a maps app', async ({
  product,
  marie,
  page,
}) => {
  const id = await newEvent(marie, { title: 'Swim: before breakfast' });
  await page.goto(`/event/${id}`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Swim before breakfast.ics');
  expect(await readFile(await file.path(), 'utf8')).toContain(`URL:${product.url}/event/${id}`);
  const way = page.getByRole('link', { name: /^Directions to / });
  expect(await way.getAttribute('href')).toMatch(
    /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=49\.\d+,-2\.\d+$/,
  );
  expect([await way.getAttribute('target'), await way.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
});

test('EVD-02 EVD-06 EVD-09 RSVP-01 a guest answers, changes the answer, and can do nothing else', async ({
  marie,
  page,
  tom,
  ui: { answer, isPressed },
}) => {
  const id = await newEvent(tom, { title: 'Quiz', invitee_ids: [marie.id] });
  await page.goto(`/event/${id}`);
  await page.getByText('You have not answered yet: Pending', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: /Edit Event|Invite More Friends/ }).count()).toBe(0);
  for (const name of ['Maybe', 'Not Going', 'Going']) {
    await answer(name).click();
    await expect.poll(() => isPressed(name)).toBe('true');
    await expect.poll(() => answer(name).isEnabled()).toBe(true);
  }
  const { my_status } = await marie.ok(eventRoutes.getEvent, { params: { eventId: id } });
  expect(my_status).toBe('accepted');
});

test('RSVP-05 an answer that is refused or lost is undone on the page', async ({
  visitor,
  tom,
  marie,
  page,
  ui: { answer, isPressed },
}) => {
  visitor.allowErrors(/500|ERR_FAILED/, /not saved|server failed/);
  const eventId = await newEvent(tom, { invitee_ids: [marie.id] });
  await marie.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
  await page.goto(`/event/${eventId}`);
  await expect.poll(() => isPressed('Going')).toBe('true');
  await page.route('**/rsvp', (route) => route.fulfill({ status: 500, json: {} }));
  await answer('Not Going').click();
  await page.getByRole('alert').getByText(REFUSED, { exact: true }).waitFor();
  await expect.poll(() => isPressed('Going')).toBe('true');
  await page.unroute('**/rsvp');
  await page.route('**/rsvp', (route) => route.abort());
  await answer('Maybe').click();
  await page.getByRole('alert').getByText(UNEXPECTED, { exact: true }).waitFor();
  await expect.poll(() => isPressed('Going')).toBe('true');
  await page.unroute('**/rsvp');
});

test('RT-02 an answer given offline is kept, marked as waiting, and sent on reconnect', async ({
  visitor,
  tom,
  marie,
  page,
  ui: { answer, isPressed },
}) => {
  visitor.allowErrors(/ERR_INTERNET/);
  const eventId = await newEvent(tom, { invitee_ids: [marie.id] });
  await page.goto(`/event/${eventId}`);
  await answer('Maybe').waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Offline\./).waitFor();
  await answer('Maybe').click();
  await page.getByText(/^Offline\. 1 change is waiting to be sent\./).waitFor();
  expect(await isPressed('Maybe')).toBe('true');
  await page.context().setOffline(false);
  await page.getByText(/^Offline\./).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await marie.ok(eventRoutes.getEvent, { params: { eventId } })).my_status)
    .toBe('tentative');
});

test('EVF-24 people not invited to a public event see how many are going, and no name but the creator’s', async ({
  product,
  visit,
  tom,
}) => {
  const people = [await newPerson(product, 'Rosalind'), await newPerson(product, 'Bartholomew')];
  for (const person of people) await befriend(person, tom);
  const id = await newEvent(tom, { title: 'Open regatta', invitee_ids: people.map((person) => person.id) });
  for (const person of people)
    await person.ok(inviteRoutes.respondToInvite, { params: { eventId: id }, body: { status: 'accepted' } });
  const visitor = await visit(await newPerson(product, 'Passer-by'));
  await visitor.page.goto(`/event/${id}`);
  await visitor.page.getByText('3 going', { exact: true }).waitFor();
  expect(await visitor.page.getByText('Tom').count()).toBeGreaterThan(0);
  for (const name of ['Rosalind', 'Bartholomew', 'Invited Friends'])
    expect(await visitor.page.getByText(name).count()).toBe(0);
  await expectAccessible(visitor.page);
});

test('RSVP-03 after the end the page shows the answer instead of asking, also when it was already open', async ({
  visit,
  marie,
  tom,
}) => {
  const times = { start_time: inHours(-2), end_time: inHours(0.05) };
  const id = await newEvent(tom, { title: 'Nearly over', ...times, invitee_ids: [marie.id] });
  await marie.ok(inviteRoutes.respondToInvite, { params: { eventId: id }, body: { status: 'accepted' } });
  const second = await visit(marie);
  second.allowErrors(READ_TIMED_OUT);
  await second.page.clock.install();
  await second.page.goto(`/event/${id}`);
  await second.page.getByRole('button', { name: 'Going', exact: true }).waitFor();
  // A part that is still being loaded would have taken too long after the leap.
  await second.page.getByRole('region', { name: /^Map of/ }).waitFor();
  // Answers from now on would set the page's clock back to the server's.
  await second.page.route('**/api/**', () => {});
  await second.page.clock.fastForward('04:00');
  await second.page.getByText('This event has ended. Your response was: Going', { exact: true }).waitFor();
});

test.for([
  ['pending', 'Pending'],
  ['declined', 'Not Going'],
  [null, 'Pending'],
] as const)(
  'RSVP-03 RSVP-04 the answer %s reads "%s" after the end',
  async ([my_status, label], { marie, page, ui: { answer } }) => {
    const id = await newEvent(marie, { start_time: inHours(-2), end_time: inHours(-1) });
    const event = await marie.ok(eventRoutes.getEvent, { params: { eventId: id } });
    await page.route(`**/api/events/${id}`, (route) => route.fulfill({ json: { ...event, my_status } }));
    await page.goto(`/event/${id}`);
    await page.getByText(`This event has ended. Your response was: ${label}`, { exact: true }).waitFor();
    expect(await answer('Going').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Invite More Friends' }).count()).toBe(0);
    await page.getByText('Ended', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /^Directions/ }).count()).toBe(0);
    await page.unroute(`**/api/events/${id}`);
  },
);

test('EVD-06 EVD-07 a public event opens for anyone; people without an invitation are not asked for an answer', async ({
  product,
  page,
}) => {
  const stranger = await newPerson(product, 'Stranger');
  const id = await newEvent(stranger, { title: 'Open day' });
  await page.goto(`/event/${id}`);
  await page.getByText('Public Event', { exact: true }).waitFor();
  await page.getByText('Hosted by Stranger').waitFor();
  expect(await page.getByText('Your RSVP').count()).toBe(0);
  const reason = page.getByRole('region', { name: 'You are not on the guest list' });
  const way = reason.getByRole('link', { name: 'See the host’s profile' });
  expect(await way.getAttribute('href')).toBe(`/profile/${stranger.id}`);
});

test('EVD-08 a new guest list and new details appear without a reload', async ({
  product,
  marie,
  page,
  tom,
}) => {
  const id = await newEvent(tom, { title: 'First title', invitee_ids: [marie.id] });
  await page.goto(`/event/${id}`);
  await page.getByText('Invited Friends (1)', { exact: true }).waitFor();
  const nadia = await newPerson(product, 'Nadia');
  await befriend(tom, nadia);
  await tom.ok(inviteRoutes.inviteFriends, { params: { eventId: id }, body: { user_ids: [nadia.id] } });
  await page.getByText('Invited Friends (2)', { exact: true }).waitFor();
  const nadiaRow = page.getByRole('listitem').filter({ hasText: 'Nadia' });
  await nadiaRow.getByText('Pending', { exact: true }).waitFor();
  await nadia.ok(inviteRoutes.respondToInvite, { params: { eventId: id }, body: { status: 'declined' } });
  await nadiaRow.getByText('Not Going', { exact: true }).waitFor();
  const only = (name: string) => page.getByRole('button', { name, exact: true });
  await only('1 not going').click();
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Not Going' }).count()).toBe(1);
  expect(await page.getByRole('listitem').filter({ hasText: 'Pending' }).count()).toBe(0);
  await only('1 going').click();
  await page.getByRole('listitem').filter({ hasText: 'Host' }).getByText('Going', { exact: true }).waitFor();
  await only('1 going').click();
  await nadiaRow.waitFor();
  await expectAccessible(page);
});

test('EVD-01 a failed refetch of an open event keeps the page', async ({
  visitor,
  marie,
  page,
  tom,
  ui: { isPressed },
}) => {
  visitor.allowErrors(/500/, /could not load|server failed/);
  const id = await newEvent(tom, { title: 'Steady', invitee_ids: [marie.id] });
  await page.goto(`/event/${id}`);
  await page.getByRole('heading', { name: 'Steady' }).waitFor();
  const failed = page.waitForResponse((answer) => answer.status() === 500);
  await page.route(`**/api/events/${id}`, (route) => route.fulfill({ status: 500, json: {} }));
  await marie.ok(inviteRoutes.respondToInvite, { params: { eventId: id }, body: { status: 'accepted' } });
  await failed;
  await page.unroute(`**/api/events/${id}`);
  await marie.ok(inviteRoutes.respondToInvite, { params: { eventId: id }, body: { status: 'tentative' } });
  await expect.poll(() => isPressed('Maybe')).toBe('true');
  expect(await page.getByText('Event Not Found').count()).toBe(0);
});

test('EVD-01 PERM-05 a person who loses access to an open private event sees "Event Not Found", until it comes back', async ({
  product,
  visitor,
  marie,
  page,
  tom,
}) => {
  visitor.allowErrors(/404/, /could not load/);
  const id = await newEvent(tom, { title: 'Secret', is_private: true, invitee_ids: [marie.id] });
  await page.goto(`/event/${id}`);
  await page.getByRole('heading', { name: 'Secret' }).waitFor();
  const event = await tom.ok(eventRoutes.getEvent, { params: { eventId: id } });
  await tom.ok(eventRoutes.updateEvent, {
    params: { eventId: id },
    body: { ...event, invitee_ids: [], keep_answers: true },
  });
  await page.getByText('Event Not Found', { exact: true }).waitFor();
  expect(await page.getByText('Secret').count()).toBe(0);

  const anna = await newPerson(product, 'Anna');
  await befriend(anna, tom);
  const body = { user_ids: [marie.id, anna.id] };
  await tom.ok(inviteRoutes.inviteFriends, { params: { eventId: id }, body });
  await page.getByRole('heading', { name: 'Secret' }).waitFor();
  await anna.ok(inviteRoutes.respondToInvite, { params: { eventId: id }, body: { status: 'tentative' } });
  await page.getByRole('button', { name: '1 maybe', exact: true }).waitFor();
});

test.for(['999999', '0', 'abc', '1e3'] as const)(
  'EVD-01 there is no event at /event/%s',
  async (id, { visitor, page }) => {
    visitor.allowErrors(/404|400/, /could not load/);
    await page.goto(`/event/${id}`);
    await page.getByText('Event Not Found', { exact: true }).waitFor();
    await page.getByText("Sorry, this event doesn't exist or has been removed.", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Back to home', exact: true }).last().click();
    await page.waitForURL((url) => url.pathname === '/');
  },
);
