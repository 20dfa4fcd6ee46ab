import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { ACCOUNT_DATA_TEXTS } from '@hereabouts/contract/account-data';
import { blockRoutes } from '@hereabouts/contract/blocks';
import { chatRoutes } from '@hereabouts/contract/chat';
import { eventRoutes } from '@hereabouts/contract/events';
import { userRoutes } from '@hereabouts/contract/users';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { failing } from './answering.ts';
import { test as journey } from './fixtures.ts';
import { expectFocus } from './focus.ts';
import { befriend, newEvent, newPerson, type Person } from './person.ts';
import { button } from './screen-parts.ts';
import { expectAccessible, PASSWORD, type Visitor } from './visitor.ts';

const test = journey
  .extend('marie', ({ product }) => newPerson(product, 'Marie Le Brocq'))
  /** A friend of Marie's. */
  .extend('tom', async ({ product, marie }) => {
    const tom = await newPerson(product, 'Tom Renouf');
    await befriend(marie, tom);
    return tom;
  })
  /** Opens a page, which may log these errors. */
  .extend(
    'open',
    ({ visit }) =>
      async (person: Person, path: string, ...errors: RegExp[]): Promise<Visitor> => {
        const visitor = await visit(person);
        visitor.allowErrors(...errors);
        await visitor.page.goto(path);
        return visitor;
      },
  );

/** What a page logs whose request was answered with a failure. */
const FAILED = [/500/, /the server failed|a change was not saved/];
/** Those of a person who is gone, or of what they may no longer see. */
const GONE = [/400|401|403|404/, /could not load/];

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('SAFE-01 after a block, open pages of both people stop showing the other at once', async ({
  marie,
  tom,
  open,
}) => {
  const eventId = await newEvent(marie, { title: 'Sunset swim', is_private: true, invitee_ids: [tom.id] });
  const tomsEvent = await open(tom, `/event/${eventId}`, ...GONE);
  await tomsEvent.page.getByRole('heading', { name: 'Sunset swim' }).first().waitFor();
  const tomsContacts = await open(tom, '/contacts', ...GONE);
  await tomsContacts.page.getByRole('link', { name: marie.name }).waitFor();
  const list = await open(marie, '/profile');
  await list.page.getByText('You have not blocked anybody.').waitFor();

  // The message about her own block may come before its response: she then reads of somebody who is gone.
  const { page } = await open(marie, `/profile/${tom.id}`, ...GONE);
  await button(page, 'More').press('Enter');
  await expectFocus(page, 'Report');
  for (const item of ['Unfriend', 'Block']) {
    await page.keyboard.press('ArrowDown');
    await expectFocus(page, item);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: 'Block this person? Tom Renouf' }).waitFor();
  await expectFocus(page, 'Cancel');
  await expectAccessible(page);
  await button(page, 'Block').click();
  await page.waitForURL('**/contacts');
  await status(page, 'Tom Renouf is blocked. You can unblock them on your profile.').waitFor();
  await page.getByText('No friends yet. Start by discovering new people!').waitFor();
  await expectFocus(page, 'Friends & Contacts');

  await tomsEvent.page.getByText("Sorry, this event doesn't exist or has been removed.").waitFor();
  await tomsContacts.page.getByText('No friends yet. Start by discovering new people!').waitFor();
  await tomsContacts.page.goto(`/profile/${marie.id}`);
  await tomsContacts.page.getByText("This user doesn't exist or has been removed.").waitFor();

  // The other page of the one who blocked.
  await list.page.getByRole('button', { name: 'Unblock Tom Renouf' }).click();
  await status(list.page, 'Tom Renouf is unblocked.').waitFor();
  await list.page.getByText('You have not blocked anybody.').waitFor();
  await expectFocus(list.page, 'Blocked people');

  await tomsContacts.page.goto('/contacts');
  await tomsContacts.page.getByText('No friends yet. Start by discovering new people!').waitFor();
  await tomsContacts.page.getByRole('tab', { name: 'Discover' }).click();
  await tomsContacts.page.getByPlaceholder('Search people...').fill(marie.email);
  const found = tomsContacts.page.getByRole('listitem').filter({ hasText: marie.email });
  await found.getByRole('link', { name: marie.name }).waitFor();
});

test('SAFE-01 arrow keys, Home and End move within the menu; Escape, Tab and a press elsewhere close it; a failed block is reported', async ({
  marie,
  tom,
  open,
}) => {
  const { page } = await open(marie, `/profile/${tom.id}`, ...FAILED);
  const more = button(page, 'More');
  await more.click();
  await expectAccessible(page);
  for (const [key, item] of [
    ['ArrowUp', 'Block'],
    ['ArrowDown', 'Report'],
    ['End', 'Block'],
    ['Home', 'Report'],
  ] as const) {
    await page.keyboard.press(key);
    await expectFocus(page, item);
  }
  await page.keyboard.press('Escape');
  await expectFocus(page, 'More');
  await more.press('ArrowDown');
  await expectFocus(page, 'Report');
  await page.keyboard.press('Tab');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await more.click();
  await page.getByRole('heading', { name: tom.name }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });

  await failing('**/api/me/blocks/*')(page);
  await more.click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await button(page, 'Block').click();
  await page.getByRole('alert').filter({ hasText: 'Could not block. Please try again.' }).waitFor();
  await expectFocus(page, 'More');
  await page.getByText('Friends since').waitFor();
});

test('SAFE-02 a person, an event and a message are reported to the operator', async ({
  marie,
  tom,
  open,
}) => {
  const eventId = await newEvent(tom, { title: 'Beach bonfire', invitee_ids: [marie.id] });
  await tom.ok(chatRoutes.sendMessage, {
    params: { eventId },
    body: { id: randomUUID(), message: 'Something unkind' },
  });

  const { page } = await open(marie, `/profile/${tom.id}`, ...FAILED);
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this person Tom Renouf' });
  await expectFocus(page, 'What is wrong?*');
  await button(page, 'Send Report').click();
  await dialog.getByText('Please say what is wrong').waitFor();
  await expectFocus(page, 'What is wrong?*');
  await expectAccessible(page);
  await page.keyboard.type('Pretends to be somebody else');
  await failing('**/api/reports')(page);
  await button(page, 'Send Report').click();
  await dialog.getByText('Could not send the report. Please try again.').waitFor();
  await page.unroute('**/api/reports');
  await button(page, 'Send Report').click();
  await status(page, 'Thank you. Your report has been sent.').waitFor();
  await expectFocus(page, 'More');

  await page.goto(`/event/${eventId}`);
  await button(page, 'Report event').click();
  await page.getByRole('dialog', { name: 'Report this event' }).waitFor();
  await expectFocus(page, 'What is wrong?*');
  await page.keyboard.type('Not a real event');
  await button(page, 'Send Report').click();
  await status(page, 'Thank you. Your report has been sent.').waitFor();
  await expectFocus(page, 'Report event');

  await page.goto(`/chat/${eventId}`);
  await button(page, 'Report message by Tom Renouf').press('Enter');
  const message = page.getByRole('dialog', { name: 'Report this message Tom Renouf' });
  await message.getByText('Something unkind').waitFor();
  await expectFocus(page, 'What is wrong?*');
  await page.keyboard.type('Rude');
  await button(page, 'Send Report').click();
  await status(page, 'Thank you. Your report has been sent.').waitFor();

  const own = await open(tom, `/event/${eventId}`);
  await own.page.getByRole('link', { name: 'Edit Event' }).waitFor();
  expect(await button(own.page, 'Report event').count()).toBe(0);
});

test('SAFE-01 SAFE-02 somebody who blocks is still reported, from the page that they took away', async ({
  marie,
  tom,
  open,
}) => {
  const eventId = await newEvent(tom, { is_private: true, invitee_ids: [marie.id] });
  const { page } = await open(marie, `/event/${eventId}`, ...GONE);
  await button(page, 'Report event').waitFor();
  await tom.ok(blockRoutes.blockUser, { params: { userId: marie.id } });
  await page.getByText('Event Not Found').waitFor();
  const send = async (label: string, title: string) => {
    await button(page, label).click();
    await page.getByRole('dialog', { name: title }).waitFor();
    await expectFocus(page, 'What is wrong?*');
    await page.keyboard.type('Threatened me');
    await button(page, 'Send Report').click();
    await status(page, 'Thank you. Your report has been sent.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await send('Report event', 'Report this event');
  await page.goto(`/chat/${eventId}`);
  await send('Report event', 'Report this event');
  await page.goto(`/profile/${tom.id}`);
  await page.getByText('User Not Found').waitFor();
  await expectAccessible(page);
  await send('Report this person', 'Report this person');
});

test('SAFE-01 SAFE-02 a blocked person is reported from the list of blocked people', async ({
  marie,
  tom,
  open,
}) => {
  await marie.ok(blockRoutes.blockUser, { params: { userId: tom.id } });
  const { page } = await open(marie, '/profile');
  await button(page, 'Report Tom Renouf').click();
  await page.getByRole('dialog', { name: 'Report this person Tom Renouf' }).waitFor();
  await expectFocus(page, 'What is wrong?*');
  await page.keyboard.type('Threatened me');
  await button(page, 'Send Report').click();
  await status(page, 'Thank you. Your report has been sent.').waitFor();
  await expectFocus(page, 'Report Tom Renouf');
});

test('SAFE-01 a name cannot continue the question about a person', async ({ marie, tom, open }) => {
  const name = 'Tom”? They will see it. Choose Cancel to keep “Tom';
  await tom.ok(userRoutes.updateMe, { body: { name } });
  const { page } = await open(marie, `/profile/${tom.id}`);
  for (const act of ['Block', 'Unfriend', 'Report']) {
    await button(page, 'More').click();
    await button(page, act)
      .or(page.getByRole('menuitem', { name: act }))
      .first()
      .click();
    const heading = page.getByRole('heading', { name: `${act} this person` });
    await heading.waitFor();
    const lines = (await heading.innerText()).split('\n');
    expect(lines).toEqual([`${act} this person${act === 'Report' ? '' : '?'}`, name]);
    await page.keyboard.press('Escape');
    await heading.waitFor({ state: 'detached' });
  }
});

test('SAFE-03 a person can download everything stored about them as a file', async ({ marie, tom, open }) => {
  await newEvent(marie, { title: 'Sunset swim', invitee_ids: [tom.id] });
  const { page } = await open(marie, '/profile', ...FAILED);
  const coming = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^hereabouts-data-\d{4}-\d\d-\d\d\.json$/);
  await status(page, 'has been saved.').waitFor();
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, any>;
  expect(data.account).toMatchObject({ id: marie.id, name: marie.name, email: marie.email });
  expect(data.events_created).toMatchObject([{ title: 'Sunset swim' }]);
  expect(data.friendships).toMatchObject([{ person: { name: tom.name } }]);

  await failing('**/api/me/data')(page);
  await button(page, 'Download my data').click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Could not download your data. Please try again.' })
    .waitFor();
});

test('SAFE-03 deleting an account signs the person out on every page and removes them for everybody else', async ({
  marie,
  tom,
  open,
}) => {
  const eventId = await newEvent(tom, { title: 'Beach bonfire', invitee_ids: [marie.id] });
  await marie.ok(chatRoutes.sendMessage, {
    params: { eventId },
    body: { id: randomUUID(), message: 'See you there' },
  });
  const toms = await open(tom, `/chat/${eventId}`);
  await toms.page.getByText('See you there').waitFor();
  await newEvent(marie, { title: 'Autumn ceilidh', invitee_ids: [tom.id] });
  const cancelled = await newEvent(marie, { title: 'Called off' });
  await marie.ok(eventRoutes.cancelEvent, { params: { eventId: cancelled } });
  const elsewhere = await open(marie, '/contacts', ...GONE);
  await elsewhere.page.getByRole('link', { name: tom.name }).waitFor();

  const { page } = await open(marie, '/profile', ...GONE, ...FAILED);
  // Written without a network and never sent; and what somebody else of this browser left.
  const draft = `hereabouts.chat-draft.${marie.id}.1`;
  const unsent = (who: Person) => `hereabouts.outbox.${who.id}.one`;
  await page.evaluate(
    ([mine, theirs, draft]) => {
      const entry = { id: 'one', eventId: 987_654, message: 'Not for anybody', at: 1, state: 'refused' };
      for (const key of [mine, theirs]) localStorage.setItem(key, JSON.stringify(entry));
      sessionStorage.setItem(draft, 'Nor this');
    },
    [unsent(marie), unsent(tom), draft] as const,
  );
  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByText('cannot be undone').waitFor();
  // Of her own only, and not what is cancelled already.
  const events = dialog.getByRole('list', { name: 'Upcoming events that will be deleted' });
  await events.getByText('Autumn ceilidh').waitFor();
  expect(await events.getByRole('listitem').count()).toBe(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectFocus(page, 'Delete my account');

  await button(page, 'Delete my account').click();
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText(ACCOUNT_DATA_TEXTS.passwordWrong).waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/login' && url.search === '');
  await status(page, 'Your account has been deleted.').waitFor();
  await elsewhere.page.waitForURL((url) => url.pathname === '/login');
  expect(
    await page.evaluate(() => [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage))),
  ).toEqual(expect.not.arrayContaining([unsent(marie), draft]));
  expect(await page.evaluate((key) => localStorage.getItem(key), unsent(tom))).not.toBeNull();

  await toms.page.getByText('Unknown').waitFor();
  await toms.page.getByText('See you there').waitFor();

  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'LOG IN').click();
  await page.getByText('Invalid login credentials').waitFor();
});
