import { blockRoutes } from '@hereabouts/contract/blocks';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { expect } from 'vitest';
import { failing } from './answering.ts';
import { test as journey } from './fixtures.ts';
import { expectFocus, expectFocused } from './focus.ts';
import { hold } from './held-request.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { ask, befriend, newPerson, type Person } from './person.ts';
import { twentyFrames } from './requests.ts';
import { chooseUnfriend } from './unfriend.ts';
import { expectAccessible } from './visitor.ts';

const TODAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Jersey',
}).format(new Date());

/** Everybody there is stands in Discover: a product of its own. */
const test = journey.extend('settings', { scope: 'file' }, {}).extend('ui', ({ page }) => {
  const tab = (name: string) => page.getByRole('tab', { name });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return { tab, row, button };
});

/** Two whom every Marie discovers. */
test.beforeAll(async ({ product }) => {
  for (const name of ['Aïsha Ozouf', 'Tom Renouf']) await newPerson(product, name);
});

const discoverable = async (person: Person) =>
  (await person.ok(friendshipRoutes.listContacts, { query: { tab: 'discover' } })).contacts;

test('CONT-01 CONT-02 CONT-03 CONT-06 each empty tab says so, below a search box with its own placeholder', async ({
  marie,
  page,
  ui: { tab },
}) => {
  // Whoever is blocked is not to be discovered.
  for (let others = await discoverable(marie); others.length > 0; others = await discoverable(marie)) {
    for (const { id } of others) await marie.ok(blockRoutes.blockUser, { params: { userId: id } });
  }
  await page.goto('/contacts');
  await page.getByRole('heading', { level: 1, name: 'Friends & Contacts' }).waitFor();
  expect(await page.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/home');
  for (const [name, placeholder, empty] of [
    ['My Friends', 'Search My Friends...', 'No friends yet. Start by discovering new people!'],
    ['Pending', 'Search Pending...', 'No pending friend requests'],
    ['Sent', 'Search Sent...', 'No sent requests'],
    ['Discover', 'Search people...', 'No new people to discover'],
  ] as const) {
    await tab(name).click();
    await page.getByPlaceholder(placeholder).waitFor();
    await page.getByText(empty, { exact: true }).waitFor();
  }
  await expectAccessible(page);
});

test('CONT-02 keys move along the tabs and select one; a reload keeps it', async ({ page, ui: { tab } }) => {
  await page.goto('/contacts');
  await tab('Discover').click();
  const reached = ['My Friends', 'Discover', 'My Friends', 'Discover', 'My Friends', 'Pending'];
  for (const key of ['ArrowRight', 'End', 'Home', 'ArrowLeft', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key);
    await expectFocus(page, new RegExp(`^${reached.shift()}`));
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => tab('Pending').getAttribute('aria-selected')).toBe('true');
  await page.reload();
  await page.getByPlaceholder('Search Pending...').waitFor();
});

test('CONT-02 on a phone the selected tab is scrolled into view, also after the counts have loaded', async ({
  page,
  ui: { tab },
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  const release = await hold(page, '**/api/contacts*');
  await page.goto('/contacts?tab=discover');
  await tab('Discover').waitFor();
  await release();
  await tab('My Friends').getByText('0', { exact: true }).waitFor();
  const rightEdge = async () => {
    const box = await tab('Discover').boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  await expect.poll(rightEdge).toBeLessThanOrEqual(375);
});

test('CONT-04 CONT-05 CONT-07 a request is sent from Discover and can be cancelled', async ({
  page,
  ui: { tab, row, button },
}) => {
  await page.goto('/contacts?tab=discover');
  await row('Tom Renouf').getByRole('button', { name: 'Send Friend Request' }).click();
  await row('Tom Renouf').waitFor({ state: 'detached' });
  await tab('Sent 1').click();
  await row('Tom Renouf').getByText(`Requested ${TODAY}`).waitFor();
  await expectAccessible(page);
  await button('Cancel Request').click();
  await page.getByText('No sent requests', { exact: true }).waitFor();
  await tab('Discover').click();
  await row('Tom Renouf').waitFor();
});

test('CONT-04 CONT-10 a card has a placeholder, a name or "Unnamed User", the e-mail, and leads to the person', async ({
  product,
  page,
  ui: { row },
}) => {
  const nameless = await newPerson(product, '');
  await page.goto('/contacts?tab=discover');
  const card = row(nameless.email);
  await card.getByText('Unnamed User', { exact: true }).waitFor();
  await card.getByText(nameless.email, { exact: true }).waitFor();
  expect(await card.getByRole('link').getAttribute('href')).toBe(`/profile/${nameless.id}`);
  expect(await card.getByRole('link').locator('svg').count()).toBe(1);
  expect(await row('Tom Renouf').getByRole('link').textContent()).toMatch(/^TTom Renouf/);
});

test('CONT-05 only the buttons of the person whose request is running are disabled', async ({
  page,
  ui: { row },
}) => {
  await page.goto('/contacts?tab=discover');
  await row('Tom Renouf').waitFor();
  const release = await hold(page, '**/api/friendships');
  const send = (name: string) => row(name).getByRole('button', { name: 'Send Friend Request', exact: true });
  await send('Tom Renouf').click();
  expect(await send('Tom Renouf').isDisabled()).toBe(true);
  expect(await send('Aïsha Ozouf').isDisabled()).toBe(false);
  await release();
  await row('Tom Renouf').waitFor({ state: 'detached' });
});

test('CONT-03 CONT-06 the search matches in any case, is found again after a visit to a person, and says when it finds nobody', async ({
  page,
  ui: { row, button },
}) => {
  await page.goto('/contacts?tab=discover');
  await page.getByPlaceholder('Search people...').fill('AÏSHA');
  await row('Tom Renouf').waitFor({ state: 'detached' });
  await row('Aïsha Ozouf').getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.goBack();
  await row('Aïsha Ozouf').waitFor();
  expect(await page.getByPlaceholder('Search people...').inputValue()).toBe('AÏSHA');
  await page.getByPlaceholder('Search people...').fill('nobody at all');
  await page.getByText('No results found for "nobody at all"', { exact: true }).waitFor();
  await button('Show everyone').click();
  await row('Tom Renouf').waitFor();
});

test('CONT-06 a search without a result among friends offers the same search in Discover', async ({
  page,
  ui: { tab, row, button },
}) => {
  await page.goto('/contacts');
  await tab('My Friends').click();
  await button('Discover people').waitFor();
  await page.getByPlaceholder('Search My Friends...').fill('renouf');
  await page.getByText('No results found for "renouf"', { exact: true }).waitFor();
  await expectAccessible(page);
  await button('Search in Discover').click();
  await row('Tom Renouf').waitFor();
  expect(await page.getByPlaceholder('Search people...').inputValue()).toBe('renouf');
  await expectFocused(tab('Discover'));
  await button('Clear search').click();
  await row('Aïsha Ozouf').waitFor();
});

test('CONT-05 a request received appears by itself and can be declined or accepted', async ({
  product,
  marie,
  page,
  ui: { tab, row },
}) => {
  await page.goto('/contacts?tab=pending');
  await page.getByText('No pending friend requests', { exact: true }).waitFor();
  const ravi = await newPerson(product, 'Ravi Patel');
  const yuki = await newPerson(product, 'Yuki Tanaka');
  await ask(ravi, marie);
  await ask(yuki, marie);
  await tab('Pending 2').waitFor();
  await row('Ravi Patel').getByRole('button', { name: 'Decline' }).click();
  await row('Ravi Patel').waitFor({ state: 'detached' });
  await row('Yuki Tanaka').getByRole('button', { name: 'Accept' }).click();
  await tab('My Friends 1').click();
  await row('Yuki Tanaka').getByText(`Friends since ${TODAY}`).waitFor();
  await row('Yuki Tanaka').getByRole('link').click();
  await page.waitForURL(`**/profile/${yuki.id}`);
});

test('CONT-05 CONT-07 unfriending asks first; then the person is in Discover again', async ({
  product,
  marie,
  page,
  ui: { tab, row },
}) => {
  await befriend(marie, await newPerson(product, 'Kenji Sato'));
  await page.goto('/contacts');
  await chooseUnfriend(page, 'Kenji Sato');
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(page, 'More for Kenji Sato');
  await chooseUnfriend(page, 'Kenji Sato');
  await dialog.getByRole('button', { name: 'Unfriend' }).click();
  await page.getByText('No friends yet. Start by discovering new people!', { exact: true }).waitFor();
  await tab('Discover').click();
  await row('Kenji Sato').waitFor();
});

test('CONT-05 the question about a friendship that has ended does not come back with the next one', async ({
  product,
  marie,
  page,
  ui: { row },
}) => {
  const rosa = await newPerson(product, 'Rosa Vautier');
  const friendshipId = await befriend(marie, rosa);
  await page.goto('/contacts');
  await chooseUnfriend(page, 'Rosa Vautier');
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await rosa.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
  await question.waitFor({ state: 'detached' });
  await befriend(rosa, marie);
  await row('Rosa Vautier').waitFor();
  await page.evaluate(twentyFrames);
  expect(await question.count()).toBe(0);
});

test.for([
  ['discover', 'Send Friend Request', 'Failed to send friend request', 'POST'],
  ['pending', 'Accept', 'Failed to accept friend request', 'POST'],
  ['pending', 'Decline', 'Failed to remove friendship', 'DELETE'],
] as const)(
  'CONT-08 on %s, a failing "%s" is an alert and leaves the list as it was',
  async ([where, action, alert], { visitor, product, marie, page, ui: { row } }) => {
    visitor.allowErrors(/500/, /not saved|server failed/);
    const name = `Ellie ${action}`;
    const ellie = await newPerson(product, name);
    if (where === 'pending') await ask(ellie, marie);
    await page.goto(`/contacts?tab=${where}`);
    await page.route('**/api/friendships**', (route) => route.fulfill({ status: 500, json: {} }));
    const logged = page.waitForEvent('console', (said) => said.text().includes('a change was not saved'));
    await row(name).getByRole('button', { name: action }).click();
    await page.getByRole('alert').getByText(alert, { exact: true }).waitFor();
    await logged;
    await expect.poll(() => row(name).getByRole('button', { name: action }).isEnabled()).toBe(true);
  },
);

test('CONT-11 two people who send each other requests at the same moment get one request and no alert', async ({
  visitor,
  product,
  marie,
  page,
  ui: { tab, row },
}) => {
  visitor.allowErrors(/409/, /not saved/);
  const zoe = await newPerson(product, 'Zoë Gallichan');
  await page.goto('/contacts?tab=discover');
  await row('Zoë Gallichan').waitFor();
  await page.route('**/api/friendships', async (route) => {
    await ask(zoe, marie);
    await route.continue();
  });
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await row('Zoë Gallichan').getByRole('button', { name: 'Send Friend Request' }).click();
  await (await answered).finished();
  await row('Zoë Gallichan').waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute('**/api/friendships');
  await tab('Pending').click();
  await row('Zoë Gallichan').getByRole('button', { name: 'Accept' }).waitFor();
});

test('CONT-08 CONT-11 declining a request that was withdrawn at the same moment is not an error', async ({
  visitor,
  product,
  marie,
  page,
  ui: { tab, row },
}) => {
  visitor.allowErrors(/404/, /not saved/);
  const gone = await newPerson(product, 'Second Thoughts');
  const friendshipId = await ask(gone, marie);
  await page.goto('/contacts?tab=pending');
  await page.route('**/api/friendships/*', async (route) => {
    await gone.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
    await route.continue();
  });
  const answer = page.waitForResponse('**/api/friendships/*');
  await row('Second Thoughts').getByRole('button', { name: 'Decline' }).click();
  expect((await answer).status()).toBe(404);
  await row('Second Thoughts').waitFor({ state: 'detached' });
  await page.unroute('**/api/friendships/*');
  await tab('Sent').click();
  await page.getByText('No sent requests', { exact: true }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('CONT-06 ERR-02 the list shows that it is loading, and that it failed', async ({
  visitor,
  page,
  ui: { button },
}) => {
  visitor.allowErrors(/500/, /could not load|server failed/);
  await keepFromJoining(page);
  await failing('**/api/contacts*')(page);
  const release = await hold(page, '**/api/contacts*');
  await page.goto('/contacts');
  await page.getByText('Loading...', { exact: true }).waitFor();
  await release();
  await page.getByText('Could not load', { exact: true }).waitFor();
  await page.unroute('**/api/contacts*');
  await button('Retry').click();
  await page.getByText('No friends yet. Start by discovering new people!', { exact: true }).waitFor();
});
