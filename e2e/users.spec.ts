import { expect } from 'vitest';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { userRoutes } from '@hereabouts/contract/users';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { test as journey } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { hold } from './held-request.ts';
import { ask, befriend, inHours, newEvent, newPerson } from './person.ts';
import { twentyFrames } from './requests.ts';
import { expectAccessible, READ_TIMED_OUT } from './visitor.ts';

const test = journey
  .extend('tom', ({ product }) => newPerson(product, 'Tom'))
  .extend('ui', ({ page }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    return { button };
  });

test('USER-01 USER-02 USER-04 a stranger’s profile shows name and e-mail and can send a friend request', async ({
  page,
  tom,
  ui: { button },
}) => {
  await page.goto(`/profile/${tom.id}`);
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Tom' }).waitFor();
  await page.getByText(tom.email).waitFor();
  expect(await page.getByRole('link', { name: 'Back to contacts' }).getAttribute('href')).toBe('/contacts');
  expect(await page.getByText('Upcoming Events Together').count()).toBe(0);
  await expectAccessible(page);
  await button('Send Friend Request').click();
  await page.getByText('Friend request sent', { exact: true }).waitFor();
});

test('CONT-13 USER-04 a stranger’s profile says what the two have in common, in the words of Discover', async ({
  product,
  marie,
  tom,
  page,
  ui: { button },
}) => {
  const both = await newPerson(product, 'Zoë');
  await befriend(marie, both);
  await page.goto(`/profile/${tom.id}`);
  await button('Send Friend Request').waitFor();
  expect(await page.getByText('in common').count()).toBe(0);
  await befriend(tom, both);
  const eventId = await newEvent(marie, { is_private: true, title: 'Nobody else’s' });
  const { token } = await marie.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  await tom.ok(eventLinkRoutes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  await page.reload();
  const counts = page.getByRole('listitem').filter({ hasText: 'in common' });
  await counts.last().waitFor();
  expect(await counts.allTextContents()).toEqual(['1 friend in common', '1 event in common']);
  expect(await page.getByText(/Zoë|Nobody else’s/).count()).toBe(0);
  // On a wide screen what can be done about it ends where the card does.
  const send = await button('Send Friend Request').boundingBox();
  expect(send?.y).toBeLessThan(((await counts.first().boundingBox())?.y ?? 0) + 60);
  expect((send?.x ?? 0) + (send?.width ?? 0)).toBeCloseTo(800 - 24 - 32, 0);
  await expectAccessible(page);
});

test('USER-05 a sent request can be cancelled', async ({ marie, tom, page, ui: { button } }) => {
  await ask(marie, tom);
  await page.goto(`/profile/${tom.id}`);
  await button('Cancel Request').waitFor();
  await expectAccessible(page);
  await button('Cancel Request').click();
  await button('Send Friend Request').waitFor();
});

test('USER-06 a received request appears without a reload and can be declined or accepted', async ({
  marie,
  page,
  tom,
  ui: { button },
}) => {
  await page.goto(`/profile/${tom.id}`);
  await button('Send Friend Request').waitFor();
  await ask(tom, marie);
  await page.getByText('Tom sent you a friend request', { exact: true }).waitFor();
  await button('Decline').click();
  await button('Send Friend Request').waitFor();
  await ask(tom, marie);
  await button('Accept').click();
  await page.getByText(/^Friends since \d+ \w+ \d{4}$/).waitFor();
  await page.getByText('No upcoming events together', { exact: true }).waitFor();
});

test('USER-08 USER-09 USER-10 friends see the events they share, by start, with both answers', async ({
  marie,
  page,
  tom,
}) => {
  await befriend(marie, tom);
  await page.goto(`/profile/${tom.id}`);
  await page.getByText('No upcoming events together', { exact: true }).waitFor();
  const later = await newEvent(tom, { title: 'Later', invitee_ids: [marie.id] });
  await newEvent(tom, {
    title: 'Running',
    start_time: inHours(-1),
    end_time: inHours(1),
    invitee_ids: [marie.id],
  });
  await newEvent(tom, {
    title: 'Over',
    start_time: inHours(-2),
    end_time: inHours(-1),
    invitee_ids: [marie.id],
  });
  await newEvent(tom, { title: 'Without me' });
  const params = { eventId: later };
  await marie.ok(inviteRoutes.respondToInvite, { params, body: { status: 'tentative' } });
  const region = page.getByRole('region', { name: 'Upcoming Events Together' });
  const card = region.getByRole('listitem').filter({ hasText: 'Later' });
  await card.getByText('Maybe', { exact: true }).waitFor();
  await card.getByText("St Ouen's Bay", { exact: true }).waitFor();
  await card.getByText(/^\w{3} \d+ \w{3}( \d{4})? at \d\d:\d\d$/).waitFor();
  expect(await region.getByRole('link').allTextContents()).toEqual(['Running', 'Later']);
  const running = region.getByRole('listitem').filter({ hasText: 'Running' });
  expect(await running.getByRole('definition').allTextContents()).toEqual(['No Response', 'Going']);
  expect(await running.getByRole('term').allTextContents()).toEqual(['You:', 'Tom:']);
  await expectAccessible(page);
  // All answers stand below each other, those to one event in two lines.
  const boxes = () =>
    region.getByRole('definition').evaluateAll((answers) =>
      answers.map((answer) => {
        const { left, top } = answer.getBoundingClientRect();
        return { left, top };
      }),
    );
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const shown = await boxes();
    expect(new Set(shown.map(({ left }) => left)).size).toBe(1);
    expect(new Set(shown.map(({ top }) => top)).size).toBe(shown.length);
  }
  await region.getByRole('link', { name: 'Later' }).click();
  await page.waitForURL(`**/event/${later}`);
});

test('USER-08 an event that ends while the page is open leaves the upcoming events', async ({
  product,
  visit,
}) => {
  const [anna, ben] = [await newPerson(product, 'Anna'), await newPerson(product, 'Ben')];
  await befriend(anna, ben);
  const times = { start_time: inHours(-2), end_time: inHours(0.05) };
  await newEvent(ben, { title: 'Nearly over', ...times, invitee_ids: [anna.id] });
  await newEvent(ben, { title: 'Later', invitee_ids: [anna.id] });
  const second = await visit(anna);
  second.allowErrors(READ_TIMED_OUT);
  await second.page.clock.install();
  await second.page.goto(`/profile/${ben.id}`);
  const events = second.page.getByRole('region', { name: 'Upcoming Events Together' }).getByRole('link');
  await expect.poll(() => events.allTextContents()).toEqual(['Nearly over', 'Later']);
  // Answers from now on would set the page's clock back to the server's.
  await second.page.route('**/api/**', () => {});
  await second.page.clock.fastForward('04:00');
  await expect.poll(() => events.allTextContents()).toEqual(['Later']);
});

test('USER-07 unfriending asks first and removes the shared events', async ({
  marie,
  tom,
  page,
  ui: { button },
}) => {
  await befriend(marie, tom);
  await page.goto(`/profile/${tom.id}`);
  await page.getByRole('heading', { name: 'Upcoming Events Together' }).waitFor();
  await button('Unfriend').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unfriend' }).click();
  await button('Send Friend Request').waitFor();
  expect(await page.getByText('Upcoming Events Together').count()).toBe(0);
});

test('USER-07 CONT-13 the menu unfriends too, after the same question; on a phone the common actions are of equal width', async ({
  marie,
  tom,
  page,
  ui: { button },
}) => {
  await befriend(marie, tom);
  await page.route('**/api/users/*', async (route) => {
    const response = await route.fetch();
    const user: object = await response.json();
    await route.fulfill({ response, json: { ...user, sharing_event_id: 1 } });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/profile/${tom.id}`);
  const find = await page.getByRole('link', { name: 'Find', exact: true }).boundingBox();
  const invite = await button('Invite to an event').boundingBox();
  const last = await button('Unfriend').boundingBox();
  expect(find?.width).toBe(invite?.width);
  expect(find?.y).toBe(invite?.y);
  expect(last?.y).toBeGreaterThan((find?.y ?? 0) + (find?.height ?? 0));
  expect(await page.getByRole('link', { name: 'Find', exact: true }).locator('svg').isVisible()).toBe(true);
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Unfriend' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(page, 'More');
  await page.unroute('**/api/users/*');
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Unfriend' }).click();
  await dialog.getByRole('button', { name: 'Unfriend' }).click();
  await button('Send Friend Request').waitFor();
});

test('USER-11 a failed request shows an alert and leaves the page unchanged', async ({
  visitor,
  tom,
  page,
  ui: { button },
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  await page.goto(`/profile/${tom.id}`);
  await page.route('**/api/friendships', (route) => route.fulfill({ status: 500, json: {} }));
  await button('Send Friend Request').click();
  await page.getByRole('alert').getByText('Failed to send friend request', { exact: true }).waitFor();
  await page.unroute('**/api/friendships');
  await expect.poll(() => button('Send Friend Request').isEnabled()).toBe(true);
});

test('USER-01 the page shows that it is loading', async ({ page, tom }) => {
  const release = await hold(page, '**/api/users/**');
  await page.goto(`/profile/${tom.id}`);
  await page.getByText('Loading profile...', { exact: true }).waitFor();
  await release();
  await page.getByRole('heading', { name: 'Tom' }).waitFor();
});

test('USER-02 USER-04 the profile of a person without a name but with a phone number', async ({
  product,
  marie,
  page,
}) => {
  const nameless = await newPerson(product, '');
  const profile = await marie.ok(userRoutes.getUser, { params: { userId: nameless.id } });
  await page.route('**/api/users/**', (route) =>
    route.fulfill({ json: { ...profile, phone: '+447797123456' } }),
  );
  await page.goto(`/profile/${nameless.id}`);
  await page.getByRole('heading', { level: 2, name: 'Unnamed User', exact: true }).waitFor();
  const number = page.getByRole('link', { name: '+447797123456', exact: true });
  expect(await number.getAttribute('href')).toBe('tel:+447797123456');
  await page.getByRole('link', { name: nameless.email, exact: true }).waitFor();
  await page.unroute('**/api/users/**');
});

test.for(['00000000-0000-4000-8000-000000000000', 'not-an-id'] as const)(
  'USER-03 /profile/%s shows that there is no such user',
  async (id, { visitor, page }) => {
    visitor.allowErrors(/404|400/, /could not load/);
    await page.goto(`/profile/${id}`);
    await page.getByText('User Not Found', { exact: true }).waitFor();
    await page.getByText("This user doesn't exist or has been removed.", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Contacts', exact: true }).click();
    await page.waitForURL('**/contacts');
  },
);

test("USER-12 one's own id redirects to one's own profile", async ({ marie, page }) => {
  await page.goto(`/profile/${marie.id}`);
  await page.waitForURL('**/profile');
});

test('CONT-11 unfriending also ends what the other person has begun anew meanwhile', async ({
  visitor,
  marie,
  tom,
  page,
  ui: { button },
}) => {
  visitor.allowErrors(/404/);
  const friendshipId = await befriend(tom, marie);
  await page.goto(`/profile/${tom.id}`);
  await page.route(
    '**/api/friendships/*',
    async (route) => {
      await tom.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
      await ask(tom, marie);
      await route.continue();
    },
    { times: 1 },
  );
  await button('Unfriend').click();
  // The button is there as soon as Tom has ended it, before what he has begun anew is ended as well.
  const ended = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unfriend' }).click();
  await ended;
  await button('Send Friend Request').waitFor();
  const { relationship } = await marie.ok(userRoutes.getUser, { params: { userId: tom.id } });
  expect(relationship).toBe('not_connected');
});

test('USER-07 the question about a friendship that has ended does not come back with the next one', async ({
  marie,
  tom,
  page,
  ui: { button },
}) => {
  const friendshipId = await befriend(marie, tom);
  await page.goto(`/profile/${tom.id}`);
  await button('Unfriend').click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await tom.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  await question.waitFor({ state: 'detached' });
  await button('Send Friend Request').waitFor();
  await befriend(tom, marie);
  await button('Unfriend').waitFor();
  await page.evaluate(twentyFrames);
  expect(await question.count()).toBe(0);
});
