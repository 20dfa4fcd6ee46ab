import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { routes } from '@hereabouts/contract/routes';
import { expect } from 'vitest';
import { tinyPng } from '@hereabouts/testing/pictures';
import { test } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { hold } from './held-request.ts';
import { befriend, newEvent, newPerson, type Person } from './person.ts';
import { button } from './screen-parts.ts';
import { expectAccessible } from './visitor.ts';

test('HOST-02 HOST-05 HOST-06 EVD-02 EVD-09 EVD-13 a guest becomes a co-host, changes the event and steps down', async ({
  product,
  visit,
}) => {
  const [host, tom, anna, nadia] = [
    await newPerson(product, 'Marie'),
    await newPerson(product, 'Tom'),
    await newPerson(product, 'Anna'),
    await newPerson(product, 'Nadia'),
  ];
  for (const friend of [tom, anna]) await befriend(host, friend);
  for (const friend of [anna, nadia]) await befriend(tom, friend);
  const eventId = await newEvent(host, { title: 'Harvest', invitee_ids: [tom.id, anna.id] });
  const { page } = await visit(host);
  await page.goto(`/event/${eventId}`);
  const his = (await visit(tom)).page;
  await his.goto(`/event/${eventId}`);
  await his.getByText('Your RSVP').waitFor();
  expect(await his.getByRole('link', { name: 'Edit Event' }).count()).toBe(0);

  for (const name of ['Anna', 'Tom']) {
    await button(page, `Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: 'Make co-host' }).click();
  }
  await page.getByText('with Anna and Tom').waitFor();
  await expectAccessible(page);

  await his.getByRole('link', { name: 'Invite More Friends' }).waitFor();
  await his.getByRole('link', { name: 'Edit Event' }).click();
  await his.getByLabel('Event Title*').fill('Harvest home');
  // Neither the host nor a co-host is theirs to choose.
  await his.getByRole('checkbox', { name: 'Nadia' }).check();
  for (const name of ['Marie', 'Anna', 'Tom'])
    expect(await his.getByRole('checkbox', { name }).count()).toBe(0);
  await button(his, 'Update Event').click();
  await page.getByRole('heading', { level: 1, name: 'Harvest home' }).waitFor();
  const { invites } = await host.ok(routes.getEvent, { params: { eventId } });
  expect(invites.map(({ user, is_co_host }) => [user.name, is_co_host])).toEqual([
    ['Anna', true],
    ['Nadia', false],
    ['Tom', true],
  ]);

  await button(his, 'More for hosts').click();
  await his.getByRole('menuitem', { name: 'Make an announcement' }).click();
  await his.getByRole('dialog').getByLabel('Announcement').fill('Bring gloves');
  await expectAccessible(his);
  await button(his, 'Announce').click();
  const said = page.getByRole('region', { name: 'Announcement' });
  await said.getByText('Bring gloves').waitFor();
  await expectAccessible(page);
  const hers = (await visit(anna)).page;
  await hers.goto(`/chat/${eventId}`);
  await hers.getByText('Tom announced:').waitFor();
  await expectAccessible(hers);
  await button(page, 'Take down').click();
  await expect.poll(() => said.count()).toBe(0);
  await expectFocus(page, 'Harvest home');

  await button(his, 'Stop co-hosting').click();
  const question = his.getByRole('alertdialog');
  await question.waitFor();
  await expectAccessible(his);
  await question.getByRole('button', { name: 'Stop co-hosting' }).click();
  await expect.poll(() => his.getByRole('link', { name: 'Edit Event' }).count()).toBe(0);
  await his.getByText('You are no longer a co-host.').waitFor();
  await expectFocus(his, 'Harvest home');
  await page.getByText('with Anna', { exact: true }).waitFor();

  await button(page, 'Actions for Nadia').click();
  await page.getByRole('menuitem', { name: 'Remove from the list' }).click();
  const removing = page.getByRole('alertdialog');
  await removing.getByText(/They can still see the event, because it is public/).waitFor();
  await expectAccessible(page);
  await removing.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nadia was removed from the guest list.').waitFor();
  await expectFocus(page, 'Invited Friends (2)');
  await page.getByText('Removed (1)').click();
  await button(page, 'Let back in: Nadia').click();
  await page.getByText('Invited Friends (3)', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Removed (1)').count()).toBe(0);
  await expectFocus(page, 'Invited Friends (3)');
});

test('HOST-02 CONT-13 SAFE-03 a co-host invites a friend from the friend’s profile; deleting the account takes no event of others', async ({
  product,
  visit,
}) => {
  const [host, tom, nadia] = [
    await newPerson(product, 'Marie'),
    await newPerson(product, 'Tom'),
    await newPerson(product, 'Nadia'),
  ];
  for (const friend of [host, nadia]) await befriend(tom, friend);
  const eventId = await newEvent(host, { title: 'Harvest', invitee_ids: [tom.id] });
  await newEvent(host, { title: 'Only invited', invitee_ids: [tom.id] });
  await host.ok(routes.addCoHost, { params: { eventId, userId: tom.id } });
  const { page } = await visit(tom);
  const choices = page.getByRole('dialog').getByRole('listitem');
  const openFor = async ({ id }: Person) => {
    await page.goto(`/profile/${id}`);
    await button(page, 'Invite to an event').click();
  };
  await openFor(nadia);
  await button(page, 'Invite to Harvest').click();
  await page.getByRole('button', { name: 'Invited to Harvest' }).waitFor();
  expect(await choices.count()).toBe(1);
  const { invites } = await host.ok(routes.getEvent, { params: { eventId } });
  expect(invites.map(({ user }) => user.name)).toEqual(['Nadia', 'Tom']);
  await newEvent(tom, { title: 'His own' });
  await openFor(host);
  await button(page, 'Invite to His own').waitFor();
  expect(await choices.count()).toBe(1);
  await page.goto('/profile');
  await button(page, 'Delete my account').click();
  await page.getByRole('list', { name: 'Upcoming events that will be deleted' }).waitFor();
  expect(await choices.getByText(/Harvest|His own/).allTextContents()).toEqual(['His own']);
});

test('HOST-02 EVF-16 the form of a co-host offers no friend of theirs who is in a block with the creator, and all whom it offers can be invited', async ({
  product,
  visit,
}) => {
  const [host, tom, nadia, bob] = [
    await newPerson(product, 'Marie'),
    await newPerson(product, 'Tom'),
    await newPerson(product, 'Nadia'),
    await newPerson(product, 'Bob'),
  ];
  for (const friend of [host, nadia, bob]) await befriend(tom, friend);
  const params = { eventId: await newEvent(host, { title: 'Harvest', invitee_ids: [tom.id] }) };
  await host.ok(routes.addCoHost, { params: { ...params, userId: tom.id } });
  await host.ok(routes.blockUser, { params: { userId: bob.id } });
  const { page } = await visit(tom);
  await page.goto(`/edit-event/${params.eventId}`);
  await page.getByRole('checkbox', { name: 'Nadia' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Bob' }).count()).toBe(0);
  await button(page, 'Select All').click();
  await button(page, 'Update Event').click();
  await page.waitForURL(`**/event/${params.eventId}`);
  const { invites } = await host.ok(routes.getEvent, { params });
  expect(invites.map(({ user }) => user.name)).toEqual(['Nadia', 'Tom']);

  // His guests stay in it, and an event of his own is for whom he likes.
  await page.goto(`/edit-event/${params.eventId}`);
  expect(await page.getByRole('checkbox', { name: 'Nadia' }).isChecked()).toBe(true);
  await page.goto('/new-event');
  await page.getByRole('checkbox', { name: 'Bob' }).waitFor();
});

test('CONT-13 HOST-02 EVF-16 a friend’s profile says where there is no event to invite them to, and why an invitation was refused', async ({
  product,
  visit,
}) => {
  const [host, tom, bob] = [
    await newPerson(product, 'Marie'),
    await newPerson(product, 'Tom'),
    await newPerson(product, 'Bob'),
  ];
  for (const friend of [host, bob]) await befriend(tom, friend);
  const params = { eventId: await newEvent(host, { title: 'Harvest', invitee_ids: [tom.id] }) };
  await host.ok(routes.addCoHost, { params: { ...params, userId: tom.id } });
  await host.ok(routes.blockUser, { params: { userId: bob.id } });
  const visitor = await visit(tom);
  visitor.allowErrors(/403/, /not saved/);
  const { page } = visitor;
  await page.goto(`/profile/${host.id}`);
  await button(page, 'Invite to an event').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You are not hosting any upcoming events.').waitFor();
  await page.goto(`/profile/${bob.id}`);
  await button(page, 'Invite to an event').click();
  await button(page, 'Invite to Harvest').click();
  await dialog.getByRole('alert').getByText(EVENT_TEXTS.onlyFriends, { exact: true }).waitFor();
});

test('HOST-07 EVF-16 a co-host uses an event again: with its picture, for their own friends, on the next such weekday', async ({
  product,
  visit,
}) => {
  const [host, tom, late] = [
    await newPerson(product, 'Marie'),
    await newPerson(product, 'Tom'),
    await newPerson(product, 'Late'),
  ];
  for (const friend of [tom, late]) await befriend(host, friend);
  await befriend(tom, late);
  const { path } = await host.ok(routes.createUpload, { body: await tinyPng() });
  const eventId = await newEvent(host, {
    title: 'Weekly swim',
    image: path,
    places: 20,
    bring_max: 1,
    invitee_ids: [tom.id, late.id],
  });
  await host.ok(routes.addCoHost, { params: { eventId, userId: tom.id } });
  const { page } = await visit(tom);
  await page.goto(`/event/${eventId}`);
  await button(page, 'More for hosts').click();
  await page.getByRole('menuitem', { name: 'Use again' }).click();
  await expect.poll(() => page.getByLabel('Event Title*').inputValue()).toBe('Weekly swim');
  const limits = page.getByRole('button', { name: /^Limits/ });
  await limits.getByText('20 places · Guests may bring 1 person', { exact: true }).waitFor();
  expect(await page.getByLabel('Number of places').isVisible()).toBe(false);
  await limits.click();
  expect(await page.getByLabel('Number of places').inputValue()).toBe('20');
  // Marie hosted, and is Tom's friend too.
  for (const name of ['Late', 'Marie'])
    expect(await page.getByRole('checkbox', { name }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Tom' }).count()).toBe(0);
  // Where nothing is under the bar with the button.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectAccessible(page);
  await button(page, 'Create Event').click();
  await page.getByRole('link', { name: 'Edit Event' }).waitFor();
  const { events } = await tom.ok(routes.listHome, { query: {} });
  const [old, fresh] = events;
  expect(fresh).toMatchObject({ title: 'Weekly swim', image: path, created_by: tom.id });
  const days = (Date.parse(fresh!.start_time) - Date.parse(old!.start_time)) / 86_400_000;
  expect(Math.round(days)).toBe(7);
});

test('HOST-07 EVF-14 an event used again as it was is made once, also where the answer is lost and the form is loaded anew', async ({
  marie,
  visitor,
  page,
}) => {
  visitor.allowErrors(/ERR_FAILED/, /Failed to fetch/, /network/i);
  const eventId = await newEvent(marie, { title: 'Weekly swim' });
  await page.route('**/api/events', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto(`/new-event?from=${eventId}`);
  await button(page, 'Create Event').click();
  await page.getByText('Failed to save event. Please try again.', { exact: true }).waitFor();
  await page.unroute('**/api/events');
  await page.reload();
  await button(page, 'Create Event').click();
  await page.waitForURL(/\/event\/\d+$/);
  expect((await marie.ok(routes.listHome, { query: {} })).events).toHaveLength(2);
});

test('HOST-07 EVF-16 an event used again before the friends have loaded invites its guests who are friends, or nobody', async ({
  product,
  marie,
  visitor,
  page,
}) => {
  visitor.allowErrors(/ERR_FAILED/, /Failed to fetch/, /\[hereabouts\]/);
  const [tom, ex] = [await newPerson(product, 'Tom'), await newPerson(product, 'Ex')];
  await befriend(marie, tom);
  const friendshipId = await befriend(marie, ex);
  const eventId = await newEvent(marie, { title: 'Weekly swim', invitee_ids: [tom.id, ex.id] });
  await marie.ok(routes.deleteFriendship, { params: { friendshipId } });
  const createAgain = async () => {
    await page.goto(`/new-event?from=${eventId}`);
    await expect.poll(() => page.getByLabel('Event Title*').inputValue()).toBe('Weekly swim');
    await page.getByText(/^(Loading|Could not load your) friends/).waitFor({ state: 'attached' });
    await button(page, 'Create Event').click();
  };
  const created = async () => {
    await page.getByRole('link', { name: 'Edit Event' }).waitFor();
    const params = { eventId: Number(page.url().split('/').at(-1)) };
    return (await marie.ok(routes.getEvent, { params })).invites.map(({ user }) => user.name);
  };

  const come = await hold(page, '**/api/contacts*');
  await createAgain();
  await button(page, 'Creating...').waitFor();
  await come();
  expect(await created()).toEqual(['Tom']);

  await page.route('**/api/contacts*', (route) => route.abort());
  await createAgain();
  await page.getByText('Could not load your friends. Please try again.', { exact: true }).waitFor();
  await expectFocus(page, 'Retry');
  await expectAccessible(page);
  await button(page, 'Create without guests').click();
  expect(await created()).toEqual([]);
});
