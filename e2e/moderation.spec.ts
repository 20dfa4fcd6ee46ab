import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHAT_PAGE } from '@hereabouts/contract/chat';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { log, newRoom, openAs, say, test, texts, untilLive } from './chat-world.ts';
import { ask, newPerson } from './person.ts';
import type { Product } from './product.ts';
import { button } from './screen-parts.ts';
import { PASSWORD } from './visitor.ts';

const ADMIN = join(import.meta.dirname, '../server/src/admin/main.ts');

const admin = ({ dataDir }: Product, ...args: string[]) =>
  promisify(execFile)(process.execPath, [ADMIN, ...args], { env: { ...process.env, DATA_DIR: dataDir } });

test('OPS-12 a removed message is replaced on open pages, on one that was left and in a reload', async ({
  marie,
  product,
  tom,
  world,
}) => {
  const eventId = await newRoom(world);
  const [one, other] = await Promise.all([
    openAs(world, marie, `/chat/${eventId}`),
    openAs(world, tom, `/chat/${eventId}`),
  ]);
  for (const { page } of [one, other]) await untilLive(page, eventId, marie);
  const [first, second] = [await say(tom, eventId, 'rude one'), await say(tom, eventId, 'rude two')];
  await say(tom, eventId, 'kind');
  for (const { page } of [one, other]) await log(page).getByText('kind').waitFor();
  const report = one.page.getByRole('button', { name: 'Report message by Tom Renouf' });
  expect(await report.count()).toBe(3);

  await admin(product, 'messages', 'remove', first.id, '--why', 'Rude');
  const removed = 'This message was removed.';
  const pings = ['ping', 'ping'];
  for (const { page } of [one, other]) {
    await expect.poll(() => texts(page)).toEqual([...pings, removed, 'rude two', 'kind']);
    // Nor in what screen readers were told.
    expect(await page.content()).not.toContain('rude one');
  }
  expect(await report.count()).toBe(2);

  // More than a page reads when it comes back to the chat.
  for (let number = 1; number <= CHAT_PAGE; number += 1) await say(tom, eventId, `kind ${number}`);
  await log(other.page).getByText(`kind ${CHAT_PAGE}`, { exact: true }).waitFor();
  await other.page.getByRole('link', { name: 'Back to event' }).click();
  await log(other.page).waitFor({ state: 'detached' });
  await admin(product, 'messages', 'remove', second.id, '--why', 'Rude');
  const wordsOn = (page: Page) => log(page).locator(`[data-seq="${second.seq}"] p[dir]`).textContent();
  await expect.poll(() => wordsOn(one.page)).toBe(removed);
  await other.page.goBack();
  // It begins anew with the newest page; older ones come as they are now.
  const wordsAbove = async () => {
    await log(other.page).evaluate((element) => element.scrollTo(0, 0));
    return await log(other.page).locator(`[data-seq="${second.seq}"] p[dir]`).allTextContents();
  };
  await expect.poll(wordsAbove).toEqual([removed]);

  for (const { page } of [one, other]) {
    await page.reload();
    await log(page).getByText(`kind ${CHAT_PAGE}`, { exact: true }).waitFor();
    await log(page).evaluate((element) => element.scrollTo(0, 0));
    await log(page).locator('[data-seq="1"]').waitFor();
    await expect
      .poll(async () => (await texts(page)).slice(0, 5))
      .toEqual([...pings, removed, removed, 'kind']);
  }
  one.expectNoErrors();
  other.expectNoErrors();
});

test('OPS-13 a suspended person is signed out on an open page and reads why on the login screen', async ({
  product,
  tom,
  world,
}) => {
  const { page, allowErrors } = await openAs(world, tom, '/profile');
  allowErrors(/401|403/, /could not load/);
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  await admin(product, 'people', 'suspend', tom.id, '--why', 'Spam');
  await page.waitForURL((url) => url.pathname === '/login');
  const signIn = async () => {
    await page.getByLabel('Email').fill(tom.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'LOG IN' }).click();
  };
  await signIn();
  await page.getByText('This account is suspended.').waitFor();
  await admin(product, 'people', 'reinstate', tom.id);
  await signIn();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
});

test('OPS-13 HOST-07 EVF-16 an event used again leaves out a suspended guest, also one suspended while the form is open', async ({
  product,
  tom,
  marie,
  world,
}) => {
  const eventId = await newRoom(world);
  const { page, allowErrors } = await openAs(world, marie, `/new-event?from=${eventId}`);
  allowErrors(/403/, /not saved/);
  const chosen = page.getByRole('checkbox', { name: 'Tom Renouf' });
  await expect.poll(() => chosen.isChecked()).toBe(true);
  await admin(product, 'people', 'suspend', tom.id, '--why', 'Spam');
  const create = page.getByRole('button', { name: 'Create Event' });
  await create.click();
  // Above the button, and at the list of friends.
  await page.getByText('Only your friends can be invited', { exact: true }).first().waitFor();
  await expect.poll(() => chosen.count()).toBe(0);
  await create.click();
  await page.waitForURL(/\/event\/\d+$/);

  await page.goto(`/new-event?from=${eventId}`);
  await page.getByText('No friends to invite.', { exact: true }).waitFor();
  await create.click();
  await page.waitForURL(/\/event\/\d+$/);
});

test('OPS-13 CONT-10 the request of a suspended person can only be declined', async ({
  product,
  marie,
  page,
}) => {
  const nina = await newPerson(product, 'Nina');
  await ask(nina, marie);
  await admin(product, 'people', 'suspend', nina.id, '--why', 'Spam');
  const [accept, decline] = [button(page, 'Accept'), button(page, 'Decline')];
  for (const path of [`/profile/${nina.id}`, '/contacts?tab=pending']) {
    await page.goto(path);
    await decline.waitFor();
    expect(await accept.count()).toBe(0);
  }
  await decline.click();
  await decline.waitFor({ state: 'detached' });
});

test('OPS-04 where sign-ups are closed the page says so, and an invitation link leads to an account', async ({
  newcomer,
  product,
}) => {
  const { page, allowErrors } = newcomer;
  allowErrors(/422/);
  const fill = async () => {
    await page.getByLabel('Full name').fill('Nina Newcomer');
    await page.getByLabel('Email').fill('nina@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
  };
  const closed = page.getByText('New accounts cannot be created here at the moment.');
  const signUps = (openness: string) => admin(product, 'sign-ups', openness, '--why', 'Spam');
  try {
    await page.goto('/register');
    await signUps('closed');
    // The page was open before.
    await fill();
    await closed.waitFor();
    await page.reload();
    await closed.waitFor();

    await signUps('code');
    const { stdout } = await admin(product, 'codes', 'create');
    const [, code = ''] = /register\?code=(\S+)/.exec(stdout) ?? [];
    await page.goto('/register');
    await page.getByLabel('Invitation code').fill('AAAA-AAAA-AAAA');
    await fill();
    await page.getByText('This invitation code does not work.').waitFor();
    await page.goto(`/register?code=${code}`);
    expect(await page.getByLabel('Invitation code').inputValue()).toBe(code);
    await fill();
    await page.waitForURL((url) => url.pathname === '/');
  } finally {
    await signUps('open');
  }
});

test('OPS-12 an open page of a removed event says that it is not there, and its creator is told', async ({
  marie,
  product,
  tom,
  world,
}) => {
  const eventId = await newRoom(world);
  const [one, other] = await Promise.all([
    openAs(world, marie, `/event/${eventId}`),
    openAs(world, tom, `/event/${eventId}`),
  ]);
  for (const { page, allowErrors } of [one, other]) {
    allowErrors(/404/, /could not load/);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await admin(product, 'events', 'remove', `${eventId}`, '--why', 'Against the rules');
  for (const { page } of [one, other]) await page.getByText('Event Not Found').waitFor();
  const told = {
    host: 'Your event was removed by the people who run Hereabouts',
    guest: 'An event you were invited to was removed',
  };
  await one.page.goto('/notifications');
  await other.page.goto('/notifications');
  const texts = await Promise.all(
    [one, other].map(async ({ page }) => {
      await page.getByText('removed by the people who run Hereabouts').first().waitFor();
      return await page.getByRole('main').innerText();
    }),
  );
  expect(texts.filter((text) => text.includes(told.host))).toHaveLength(1);
  expect(texts.filter((text) => text.includes(told.guest))).toHaveLength(1);
});
