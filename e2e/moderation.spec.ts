import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHAT_PAGE } from '@hereabouts/contract/chat';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { log, newRoom, openAs, say, test, texts, untilLive } from './chat-world.ts';
import type { Product } from './product.ts';
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
  await log(other.page).getByText(`kind ${CHAT_PAGE}`).waitFor();
  await other.page.getByRole('link', { name: 'Back to event' }).click();
  await log(other.page).waitFor({ state: 'detached' });
  await admin(product, 'messages', 'remove', second.id, '--why', 'Rude');
  const wordsOn = (page: Page) => log(page).locator(`[data-seq="${second.seq}"] p[dir]`).textContent();
  await expect.poll(() => wordsOn(one.page)).toBe(removed);
  await other.page.goBack();
  await expect.poll(() => wordsOn(other.page)).toBe(removed);

  for (const { page } of [one, other]) {
    await page.reload();
    await log(page).getByText(`kind ${CHAT_PAGE}`).waitFor();
    await log(page).evaluate((element) => element.scrollTo(0, 0));
    await log(page).locator('[data-seq="1"]').waitFor();
    expect((await texts(page)).slice(0, 5)).toEqual([...pings, removed, removed, 'kind']);
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
