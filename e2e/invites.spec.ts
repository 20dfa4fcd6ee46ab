import { expect } from 'vitest';
import { eventRoutes } from '@hereabouts/contract/events';
import { failing } from './answering.ts';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, inHours, newEvent, newPerson, type Person } from './person.ts';
import { expectAccessible } from './visitor.ts';

const test = journey
  /** Four friends of Marie's, and an event that the last of them is invited to. */
  .extend('supper', async ({ product, marie }) => {
    const names = ['Aïsha', 'Ben', 'Chloë', 'Zoë'];
    const friends = await Promise.all(names.map((name) => newPerson(product, name)));
    for (const friend of friends) await befriend(marie, friend);
    const [aisha, ben, , zoe] = friends as [Person, Person, Person, Person];
    return { aisha, ben, eventId: await newEvent(marie, { title: 'Supper', invitee_ids: [zoe.id] }) };
  })
  .extend('ui', ({ page }) => {
    const submit = () => page.getByRole('button', { name: /^Invite \d+ Friend\(s\)$/ });
    const box = (name: string) => page.getByRole('checkbox', { name });
    const hint = () => page.getByText('Please select at least one friend to invite', { exact: true });
    const search = () => page.getByPlaceholder('Search friends by name or email');
    return { submit, box, hint, search };
  });

test('INV-05 without friends the page has nobody to invite and links to finding some', async ({
  marie,
  page,
}) => {
  const eventId = await newEvent(marie);
  await page.goto(`/invite-friends/${eventId}`);
  await page
    .getByText("You don't have any friends to invite yet. Add some friends first!", { exact: true })
    .waitFor();
  await expectAccessible(page);
  const way = page.getByRole('link', { name: 'Find friends' });
  expect(await way.getAttribute('href')).toBe('/contacts?tab=discover');
});

test('INV-01 INV-03 INV-04 the list has the friends without an invitation', async ({
  supper: { aisha, eventId },
  page,

  ui: { submit, hint },
}) => {
  await page.goto(`/invite-friends/${eventId}`);
  await page.getByRole('heading', { name: 'Supper' }).waitFor();
  await page.getByText(/^\w{3} \d+ \w{3}.* at \d\d:\d\d → /).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(3);
  await page.getByText(aisha.email).waitFor();
  expect(await submit().isDisabled()).toBe(true);
  expect(await submit().textContent()).toBe('Invite 0 Friend(s)');
  await hint().waitFor();
  const list = page.getByRole('group', { name: 'Friends' }).getByRole('list');
  expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('400px');
  await expectAccessible(page);
});

test('INV-02 "Select All" and "Deselect All" apply to the filtered list', async ({
  supper: { aisha, eventId },
  page,
  ui: { box, hint, search },
}) => {
  await page.goto(`/invite-friends/${eventId}`);
  await search().fill('zzz');
  await page.getByText('No friends found matching your search', { exact: true }).waitFor();
  await search().fill('BEN');
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByText('1 friend(s) selected', { exact: true }).waitFor();
  expect(await hint().count()).toBe(0);
  await search().fill('');
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByText('3 friend(s) selected', { exact: true }).waitFor();
  await search().fill(aisha.email);
  await page.getByRole('button', { name: 'Deselect All' }).click();
  await page.getByText('2 friend(s) selected', { exact: true }).waitFor();
  await search().fill('');
  expect(await box('Aïsha').isChecked()).toBe(false);
});

test('INV-03 Enter (a phone’s search key) in the search box sends no invitations', async ({
  supper: { eventId },
  page,
  ui: { submit, box, search },
}) => {
  await page.goto(`/invite-friends/${eventId}`);
  await box('Ben').check();
  expect(await submit().isEnabled()).toBe(true);
  const form = page.locator('form').filter({ has: submit() });
  const sent = await form.evaluateHandle((element) => {
    const events: Event[] = [];
    element.addEventListener('submit', (event) => events.push(event));
    return events;
  });
  await search().press('Enter');
  expect(await sent.evaluate((events) => events.length)).toBe(0);
});

test('INV-06 a failure is reported and keeps the selection', async ({
  supper: { eventId },
  visitor,
  page,
  ui: { box, submit },
}) => {
  visitor.allowErrors(/500/, /not saved|server failed/);
  await page.goto(`/invite-friends/${eventId}`);
  await box('Ben').check();
  await box('Chloë').check();
  await page.route('**/invites', (route) => route.fulfill({ status: 500, json: {} }));
  await submit().click();
  await page
    .getByRole('alert')
    .getByText('Failed to send invitations. Please try again.', { exact: true })
    .waitFor();
  await page.getByText('2 friend(s) selected', { exact: true }).waitFor();
  await page.unroute('**/invites');
});

test('INV-03 EVF-18 inviting opens the event, which lists the new guests as pending', async ({
  supper: { eventId },
  page,

  ui: { submit, box },
}) => {
  await page.goto(`/invite-friends/${eventId}`);
  await box('Ben').check();
  await box('Chloë').check();
  await box('Aïsha').check();
  await box('Aïsha').uncheck();
  // Their faces, for those who see them, stand above the button.
  const faces = page.locator('form [aria-hidden=true]').filter({ hasText: /^BC$/ });
  const [shown, button] = [await faces.first().boundingBox(), await submit().boundingBox()];
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  expect(shown?.y).toBeGreaterThan(0);
  expect(await submit().textContent()).toBe('Invite 2 Friend(s)');
  await submit().click();
  await page.waitForURL(`**/event/${eventId}`);
  await page.getByText('Invited Friends (3)', { exact: true }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Ben' }).getByText('Pending', { exact: true }).waitFor();
});

test('INV-03 INV-05 when everyone is invited the page says so; Cancel leads back', async ({
  supper: { eventId },
  page,

  ui: { submit },
}) => {
  await page.goto(`/event/${eventId}`);
  await page.getByRole('link', { name: 'Invite More Friends' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(`**/event/${eventId}`);
  await page.getByRole('link', { name: 'Invite More Friends' }).click();
  await page.getByRole('button', { name: 'Select All' }).click();
  await submit().click();
  await page.waitForURL(`**/event/${eventId}`);
  await page.goto(`/invite-friends/${eventId}`);
  await page
    .getByText('All your friends have already been invited to this event.', { exact: true })
    .waitFor();
});

test('INV-05 INV-06 the page shows that it is loading, and that it failed', async ({
  visitor,
  marie,
  page,
}) => {
  visitor.allowErrors(/500/, /could not load|server failed/);
  const eventId = await newEvent(marie);
  await failing('**/invitable*')(page);
  const release = await hold(page, '**/invitable*');
  await page.goto(`/invite-friends/${eventId}`);
  await page.getByText('Loading friends...', { exact: true }).waitFor();
  await release();
  await page.getByText('Failed to load friends. Please try again.', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Back to Event', exact: true }).click();
  await page.waitForURL(`**/event/${eventId}`);
});

test('INV-07 guests are refused; people outside a private event see that there is no such event', async ({
  product,
  visitor,
  page,
}) => {
  visitor.allowErrors(/403|404/, /could not load/);
  const ben = await newPerson(product, 'Ben');
  const open = await newEvent(ben, { title: 'Open' });
  const hidden = await newEvent(ben, { title: 'Hidden', is_private: true });
  await page.goto(`/invite-friends/${open}`);
  await page
    .getByText('You do not have permission to invite people to this event', { exact: true })
    .waitFor();
  await page.goto(`/invite-friends/${hidden}`);
  await page.getByText('Event Not Found', { exact: true }).waitFor();
});

test('INV-07 nobody can be invited to an ended event', async ({ marie, visitor, page }) => {
  visitor.allowErrors(/409/, /could not load/);
  const over = await newEvent(marie, { start_time: inHours(-2), end_time: inHours(-1) });
  await page.goto(`/invite-friends/${over}`);
  await page.getByText('This event has ended', { exact: true }).waitFor();
  const { permissions } = await marie.ok(eventRoutes.getEvent, { params: { eventId: over } });
  expect(permissions.invite).toBe(false);
});
