import { expect } from 'vitest';
import { blockRoutes } from '@hereabouts/contract/blocks';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { changePlace } from './change-place.ts';
import { test as journey } from './fixtures.ts';
import { expectFocus, expectFocused } from './focus.ts';
import { hold } from './held-request.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';

const test = journey
  .extend('tom', ({ product }) => newPerson(product, 'Tom'))
  .extend('ui', ({ page }) => {
    const submit = () => page.getByRole('button', { name: 'Update Event', exact: true });
    const banner = (text: string) =>
      page.getByRole('main').getByRole('alert').getByText(text, { exact: true });
    return { submit, banner };
  });

test('EVF-01 EVF-15 EVF-16 EVF-25 the edit form starts with the event’s values, and saving asks whether to keep the answers', async ({
  product,
  marie,
  page,
  tom,
  ui: { submit },
}) => {
  const former = await newPerson(product, 'Former friend');
  await befriend(marie, tom);
  const friendshipId = await befriend(marie, former);
  const id = await newEvent(marie, { title: 'Quiz', invitee_ids: [tom.id, former.id], is_private: true });
  const params = { eventId: id };
  await tom.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await marie.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });

  await page.goto(`/edit-event/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Edit Event' }).waitFor();
  expect(await page.getByLabel('Event Title*').inputValue()).toBe('Quiz');
  expect(await page.getByRole('checkbox', { name: /^Private Event/ }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Former friend' }).isChecked()).toBe(true);
  await expectAccessible(page);
  await page.getByText('2 friend(s) selected', { exact: true }).waitFor();
  const friends = page.getByRole('list', { name: 'Invite Friends' });
  expect(await friends.evaluate((list) => getComputedStyle(list).maxHeight)).toBe('200px');
  await page.getByLabel('Event Title*').fill('Quiz night');
  const release = await hold(page, `**/api/events/${id}`);
  await submit().click();
  expect(await page.getByRole('button', { name: 'Updating...', exact: true }).isDisabled()).toBe(true);
  await release();
  const question = page.getByRole('dialog', { name: "Keep everyone's answers?" });
  await question.getByRole('button', { name: 'Close' }).click();
  await question.waitFor({ state: 'detached' });
  expect((await marie.ok(eventRoutes.getEvent, { params })).title).toBe('Quiz');
  await submit().click();
  await question.waitFor();
  await expectAccessible(page);
  await expectFocus(page, 'Keep answers');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/event/${id}`);
  const answerOf = async () => {
    const { invites } = await marie.ok(eventRoutes.getEvent, { params });
    return invites.find(({ user }) => user.id === tom.id)?.status;
  };
  expect(await answerOf()).toBe('accepted');

  await page.getByRole('link', { name: 'Edit Event' }).click();
  await page.getByRole('checkbox', { name: 'Former friend' }).uncheck();
  await submit().click();
  await question.getByRole('button', { name: 'Ask everyone again' }).click();
  await page.waitForURL(`**/event/${id}`);
  await page.getByText('Invited Friends (1)', { exact: true }).waitFor();
  expect(await answerOf()).toBe('pending');
});

test('EVF-12 an edit form whose event fails to load does not fall back to cached values', async ({
  visitor,
  marie,
  page,
  ui: { banner },
}) => {
  visitor.allowErrors(/500/, /could not load|server failed/);
  const id = await newEvent(marie, { title: 'Seen before' });
  await page.goto(`/event/${id}`);
  const edit = page.getByRole('link', { name: 'Edit Event' });
  await edit.waitFor();
  await page.route(`**/api/events/${id}`, (route) => route.fulfill({ status: 500, json: {} }));
  await edit.click();
  await banner('Failed to load event details').waitFor();
  expect(await page.getByLabel('Event Title*').count()).toBe(0);
  await page.unroute(`**/api/events/${id}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => page.getByLabel('Event Title*').inputValue()).toBe('Seen before');
});

test('EVF-18 the times of an ended event cannot be changed', async ({ marie, page, ui: { submit } }) => {
  const id = await newEvent(marie, { title: 'Over', start_time: inHours(-3), end_time: inHours(-1) });
  await page.goto(`/edit-event/${id}`);
  expect(await page.getByLabel('Start Time*').isDisabled()).toBe(true);
  await page.getByText('The times of an event that has ended cannot be changed', { exact: true }).waitFor();
  await page.getByLabel('Description').fill('It was lovely.');
  await submit().click();
  await page.waitForURL(`**/event/${id}`);
  await page.getByText('It was lovely.', { exact: true }).waitFor();
});

test('EVF-18 an event that ends while its times are being changed keeps them, and the rest of the form is saved', async ({
  marie,
  page,
  ui: { submit },
}) => {
  const id = await newEvent(marie, { title: 'Quiz', start_time: inHours(-3), end_time: inHours(1) });
  const params = { eventId: id };
  await page.goto(`/edit-event/${id}`);
  const end = page.getByLabel('End Time*');
  await expect.poll(() => page.getByLabel('Event Title*').inputValue()).toBe('Quiz');
  const before = await end.inputValue();
  await end.fill('2099-06-20T23:00');
  await page.getByLabel('Description').fill('It was lovely.');
  const ended = { end_time: inHours(-1) };
  const event = await marie.ok(eventRoutes.getEvent, { params });
  const body = { ...event, ...ended, invitee_ids: [], keep_answers: true };
  await marie.ok(eventRoutes.updateEvent, { params, body });
  await expect.poll(() => end.isDisabled()).toBe(true);
  expect(await end.inputValue()).toBe(before);
  await submit().click();
  await page.waitForURL(`**/event/${id}`);
  expect(await marie.ok(eventRoutes.getEvent, { params })).toMatchObject({
    description: 'It was lovely.',
    ...ended,
  });
});

test('EVF-12 EVF-13 an event that fails to load or may not be edited shows the reason', async ({
  visitor,
  page,
  tom,
  ui: { banner },
}) => {
  visitor.allowErrors(/500|403|404/, /could not load|server failed/);
  const open = await newEvent(tom, { title: 'Open' });
  const hidden = await newEvent(tom, { title: 'Hidden', is_private: true });
  await page.goto(`/edit-event/${open}`);
  await page.getByText('You do not have permission to edit this event', { exact: true }).waitFor();
  await page.goto(`/edit-event/${hidden}`);
  await page.getByText('Event Not Found', { exact: true }).waitFor();
  await page.route('**/api/events/*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/edit-event/${open}`);
  await banner('Failed to load event details').waitFor();
  await page.unroute('**/api/events/*');
});

test('EVF-13 HOST-02 SAFE-04 a co-host is told that the event was cancelled, in the open form and later', async ({
  visitor,
  marie,
  page,
  tom,
}) => {
  // Whom the form could invite is read again along with the event.
  visitor.allowErrors(/409/, /could not load \["invitable"/);
  await befriend(marie, tom);
  const eventId = await newEvent(tom, { title: 'Quiz', invitee_ids: [marie.id] });
  await tom.ok(coHostRoutes.addCoHost, { params: { eventId, userId: marie.id } });
  await page.goto(`/edit-event/${eventId}`);
  await expect.poll(() => page.getByLabel('Event Title*').inputValue()).toBe('Quiz');
  await tom.ok(eventRoutes.cancelEvent, { params: { eventId } });
  const cancelled = page.getByText('This event was cancelled', { exact: true });
  await cancelled.waitFor();
  await page.reload();
  await cancelled.waitFor();
});

test('EVF-01 EVF-05 the map of an event to edit shows its pin, wherever that is', async ({ marie, page }) => {
  const eventId = await newEvent(marie, { location_latitude: 49.2174, location_longitude: -2.2289 });
  await page.goto(`/edit-event/${eventId}`);
  const map = page.getByRole('region', { name: 'Event position' });
  await map.scrollIntoViewIfNeeded();
  // What is above may still be loading between the two measurements.
  const offMiddle = async () => {
    const pin = (await map.getByRole('slider', { name: /^Pin/ }).boundingBox())!;
    const { x, y, width, height } = (await map.boundingBox())!;
    const middle = { x: x + width / 2, y: y + height / 2 };
    return Math.max(Math.abs(pin.x + pin.width / 2 - middle.x), Math.abs(pin.y + pin.height - middle.y));
  };
  await expect.poll(offMiddle).toBeLessThan(20);
});

test('LOC-08 after changes are discarded, a typed place does not take the point of the event’s own place', async ({
  marie,
  page,
}) => {
  const eventId = await newEvent(marie);
  await page.goto(`/edit-event/${eventId}`);
  await changePlace(page, 'royal', 'Royal Square');
  await page.getByText('Royal Square', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('Royal Square', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText(/^Latitude: /).waitFor();
  await changePlace(page, 'Our garden', 'Use "Our garden"');
  await page.getByText('No position chosen yet').waitFor();
});

test('EVF-21 EVF-16 HOST-02 a guest who can be invited no more is a problem of the friends, and no longer among them at the next press', async ({
  product,
  visit,
  marie,
  tom,
}) => {
  const [bob, nadia] = [await newPerson(product, 'Bob'), await newPerson(product, 'Nadia')];
  for (const friend of [marie, bob, nadia]) await befriend(tom, friend);
  const params = { eventId: await newEvent(marie, { invitee_ids: [tom.id] }) };
  await marie.ok(coHostRoutes.addCoHost, { params: { ...params, userId: tom.id } });
  const visitor = await visit(tom);
  visitor.allowErrors(/403/, /not saved/);
  const { page } = visitor;
  await page.goto(`/edit-event/${params.eventId}`);
  await page.getByRole('checkbox', { name: 'Nadia' }).waitFor();
  await page.getByRole('button', { name: 'Select All' }).click();
  await marie.ok(blockRoutes.blockUser, { params: { userId: bob.id } });
  const update = page.getByRole('button', { name: 'Update Event', exact: true });
  await update.click();
  const friends = page.getByRole('region', { name: 'Invite Friends' });
  const problem = friends.getByText(EVENT_TEXTS.onlyFriends, { exact: true });
  await problem.waitFor();
  const search = friends.getByRole('searchbox');
  await expectFocused(search);
  expect(await search.getAttribute('aria-describedby')).toBe(await problem.getAttribute('id'));
  await expectAccessible(page);
  await expect.poll(() => friends.getByRole('checkbox', { name: 'Bob' }).count()).toBe(0);
  await update.click();
  await page.waitForURL(`**/event/${params.eventId}`);
  const { invites } = await marie.ok(eventRoutes.getEvent, { params });
  expect(invites.map(({ user }) => user.name)).toEqual(['Nadia', 'Tom']);
});
