import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { expect } from 'vitest';
import {
  CHAT,
  LOST,
  box,
  holdBack,
  log,
  newRoom,
  openAs,
  openChat,
  texts,
  untilLive,
  write,
  test,
} from './chat-world.ts';
import { expectFocused } from './focus.ts';

test('CHAT-09 RT-02 across a lost connection no message is lost or duplicated in either direction, and both people see one order', async ({
  marie,
  world,
  tom,
  stored,
}) => {
  const eventId = await newRoom(world);
  const [one, other] = await Promise.all([
    openAs(world, marie, `/chat/${eventId}`),
    openAs(world, tom, `/chat/${eventId}`),
  ]);
  await untilLive(one.page, eventId, tom);
  await one.page.context().setOffline(true);
  await write(one.page, 'from the cave 1');
  await write(one.page, 'from the cave 2');
  await one.page.getByText('Waiting for connection — 2 messages').waitFor();
  await one.page
    .getByText(/^Offline\. 2 changes are waiting to be sent\. This is how it was at \d\d:\d\d\./)
    .waitFor();
  for (const text of ['above 1', 'above 2', 'above 3']) await write(other.page, text);
  await expect.poll(() => stored(eventId)).toEqual(['ping', 'above 1', 'above 2', 'above 3']);
  await one.page.context().setOffline(false);
  const all = ['ping', 'above 1', 'above 2', 'above 3', 'from the cave 1', 'from the cave 2'];
  for (const { page } of [one, other]) await expect.poll(() => texts(page), { timeout: 30_000 }).toEqual(all);
  expect(await stored(eventId)).toEqual(all);
  await one.page.getByText(/^Waiting for connection/).waitFor({ state: 'detached' });
  one.expectNoErrors(...LOST);
});

test('CHAT-09 a lost response does not create a second message', async ({ world, stored }) => {
  const { eventId, page } = await openChat(world);
  await box(page).waitFor();
  let lost = 0;
  await page.route(CHAT, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await write(page, 'once');
  await expect.poll(() => log(page).locator('[data-pending]').count()).toBe(0);
  await write(page, 'twice');
  await expect.poll(() => stored(eventId)).toEqual(['once', 'twice']);
  await expect.poll(() => texts(page)).toEqual(['once', 'twice']);
  expect(lost).toBe(1);
});

test('CHAT-09 RT-02 unsent messages survive a reload and the closing of the tab, and are sent from any page', async ({
  world,
  stored,
}) => {
  const { eventId, page } = await openChat(world);
  await holdBack(page);
  await write(page, 'before the reload');
  await page.getByText('Waiting for connection — 1 message').waitFor();
  await page.reload();
  await page.getByText('Waiting for connection — 1 message').waitFor();
  await expect.poll(() => texts(page)).toEqual(['before the reload']);
  await write(page, 'before closing');
  await expect.poll(() => texts(page)).toEqual(['before the reload', 'before closing']);
  const context = page.context();
  await page.close();
  expect(await stored(eventId)).toEqual([]);
  await context.unroute(CHAT);
  const home = await context.newPage();
  await home.goto('/');
  await expect.poll(() => stored(eventId)).toEqual(['before the reload', 'before closing']);
});

test('CHAT-09 a message left by a closed tab is sent by another one that was open all the time, once the network is back', async ({
  world,
  stored,
}) => {
  const { eventId, page } = await openChat(world);
  await box(page).waitFor();
  const context = page.context();
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('heading', { level: 1 }).waitFor();
  await context.setOffline(true);
  await page.bringToFront();
  await write(page, 'left behind');
  await expect.poll(() => texts(page)).toEqual(['left behind']);
  await page.close();
  await context.setOffline(false);
  await expect.poll(() => stored(eventId), { timeout: 30_000 }).toEqual(['left behind']);
});

test('CHAT-09 two tabs send each message once, in the order it was written', async ({ world, stored }) => {
  const { eventId, page } = await openChat(world);
  await box(page).waitFor();
  const second = await page.context().newPage();
  await second.goto(`/chat/${eventId}`);
  await box(second).waitFor();
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/chat')) sent.push(request.postData() ?? '');
  });
  await page.context().setOffline(true);
  const written = ['a1', 'b1', 'a2', 'b2', 'a3', 'b3'];
  for (const text of written) {
    const tab = text.startsWith('a') ? page : second;
    await tab.bringToFront();
    await write(tab, text);
  }
  await expect.poll(() => texts(page)).toEqual(written);
  await page.context().setOffline(false);
  await expect.poll(() => stored(eventId), { timeout: 30_000 }).toEqual(written);
  for (const tab of [page, second]) await expect.poll(() => texts(tab)).toEqual(written);
  // A tab that takes its turn may not see yet what the other has removed from the queue: the same id is stored once.
  const messages = new Set(sent.map((body) => (JSON.parse(body) as { message: string }).message));
  expect([...messages]).toEqual(written);
});

test('CHAT-09 unsent messages of another person in this browser are neither sent nor shown', async ({
  marie,
  world,
  tom,
  stored,
}) => {
  const { eventId, page } = await openChat(world);
  await holdBack(page);
  await write(page, 'from marie');
  await page.getByText('Waiting for connection — 1 message').waitFor();
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    SESSION_STORAGE_KEY,
    tom.session,
  ] as const);
  await page.context().unroute(CHAT);
  await page.reload();
  await page.getByText(CHAT_TEXTS.empty).waitFor();
  await write(page, 'from tom');
  await expect.poll(() => stored(eventId)).toEqual(['from tom']);
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    SESSION_STORAGE_KEY,
    marie.session,
  ] as const);
  await page.reload();
  await expect.poll(() => stored(eventId)).toEqual(['from tom', 'from marie']);
});

test('CHAT-05 a refused message is marked and keeps its text, and can be retried or discarded', async ({
  marie,
  world,
  stored,
}) => {
  const eventId = await newRoom(world);
  const { page, expectNoErrors } = await openAs(world, marie, `/chat/${eventId}`);
  await page.route(CHAT, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await write(page, 'Precious words');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to send message. Please try again.' });
  await alert.waitFor();
  expect(await texts(page)).toEqual(['Precious words']);
  const words = await page.getByText('Precious words').boundingBox();
  const status = await page.getByText('Not sent', { exact: true }).boundingBox();
  expect(status?.x).toBeGreaterThanOrEqual((words?.x ?? Infinity) + (words?.width ?? 0));
  await page.reload();
  await alert.waitFor();
  await expect.poll(() => texts(page)).toEqual(['Precious words']);
  await write(page, 'Other words');
  await expect.poll(() => alert.count()).toBe(2);
  await page.getByRole('button', { name: 'Discard' }).last().click();
  await expect.poll(() => texts(page)).toEqual(['Precious words']);
  await expectFocused(log(page));
  await page.unroute(CHAT);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectFocused(log(page));
  await expect.poll(() => stored(eventId)).toEqual(['Precious words']);
  await alert.waitFor({ state: 'detached' });
  expect(await texts(page)).toEqual(['Precious words']);
  expectNoErrors(/500/, /server failed/);
});
