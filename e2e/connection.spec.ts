import { randomUUID } from 'node:crypto';
import { chatRoutes } from '@hereabouts/contract/chat';
import { notificationRoutes } from '@hereabouts/contract/notifications';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { box, log, write } from './chat-world.ts';
import { test } from './fixtures.ts';
import { befriend, enterAs, newEvent, newPerson, type Person } from './person.ts';
import { SERVER, startProduct } from './product.ts';
import { createProfiles } from './profiles.ts';
import { expectAccessible } from './visitor.ts';

const LINE = 'Cannot reach Hereabouts. Trying again...';

let marie: Person;
let tom: Person;
let eventId: number;
let page: Page;

test.beforeAll(async ({ product }) => {
  [marie, tom] = [await newPerson(product, 'Marie'), await newPerson(product, 'Tom')];
  await befriend(marie, tom);
  eventId = await newEvent(marie, { invitee_ids: [tom.id] });
});
test.beforeEach(async ({ newcomer }) => {
  ({ page } = newcomer);
  await page.clock.install();
  await enterAs(newcomer, marie);
});

const line = () => page.getByRole('status').getByText(LINE, { exact: true });

/** A network that lets no socket live, until told otherwise. `joined`: the page is told of what is the person's. */
async function blockSockets(of: Page): Promise<{ release: () => void; joined: Promise<void> }> {
  let isBlocked = true;
  const { promise: joined, resolve } = Promise.withResolvers<void>();
  await of.routeWebSocket('**/realtime/**', (socket) => {
    if (isBlocked) return void socket.close();
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      if (/"user:[^"]+","phx_reply"/.test(String(message))) resolve();
    });
  });
  return { release: () => (isBlocked = false), joined };
}

const say = (message: string) =>
  tom.ok(chatRoutes.sendMessage, { params: { eventId }, body: { id: randomUUID(), message } });

test('RT-03 while WebSockets are blocked, chat and bell are polled every 15 s, until one connects', async () => {
  const sockets = await blockSockets(page);
  await page.goto(`/chat/${eventId}`);
  await box(page).waitFor();
  await page.clock.runFor(3_500);
  await line().waitFor();
  await expectAccessible(page);
  for (const message of ['first', 'second']) {
    await say(message);
    await newEvent(tom, { title: message, invitee_ids: [marie.id] });
    await page.clock.runFor(15_000);
    await log(page).getByText(message).waitFor();
    const { unread_count } = await marie.ok(notificationRoutes.listNotifications, { query: { limit: 1 } });
    await page.getByRole('link', { name: `Notifications, ${unread_count} unread` }).waitFor();
  }
  sockets.release();
  await page.clock.runFor(10_000);
  await log(page).getByText('second').waitFor();
  await expect.poll(async () => (await page.clock.runFor(200), line().count())).toBe(0);
  await say('by socket');
  await log(page).getByText('by socket').waitFor();
  // What a join has read again has been asked for within a frame.
  await sockets.joined;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.clock.runFor(20_000);
  await say('by socket again');
  await log(page).getByText('by socket again').waitFor();
  expect(asked.filter((url) => url.startsWith('GET /api/events/'))).toEqual([]);
});

test('RT-03 while WebSockets are blocked, any open page is polled', async () => {
  await blockSockets(page);
  await page.goto('/');
  await page.getByText('Beach bonfire').first().waitFor();
  await page.clock.runFor(15_000);
  await newEvent(tom, { title: 'Torchlight walk', invitee_ids: [marie.id] });
  await page.clock.runFor(15_000);
  await page.getByText('Torchlight walk').first().waitFor();
});

test('RT-02 the connection banner also counts the messages waiting to be sent', async () => {
  await blockSockets(page);
  await page.route('**/api/events/*/chat', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.goto(`/chat/${eventId}`);
  await write(page, 'from the cave');
  await page.clock.runFor(3_500);
  await page
    .getByRole('status')
    .filter({ hasText: `${LINE} 1 change is waiting to be sent.` })
    .waitFor();
});

test('RT-02 RT-03 the banner reports being offline, and time offline does not count as an outage', async () => {
  await page.goto('/');
  await page.getByText('Beach bonfire').first().waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Offline\. This is how it was at \d\d:\d\d\./).waitFor();
  await page.clock.runFor(20_000);
  expect(await line().count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByText(/^Offline\./).waitFor({ state: 'detached' });
  expect(await line().count()).toBe(0);
});

test('RT-03 ERR-05 while the server is unreachable every page says so and keeps its back link', async ({
  browser,
}) => {
  const product = await startProduct({}, SERVER, inject('emptyDataDir'));
  const profiles = createProfiles(browser, product);
  const visitor = await profiles.open({ viewport: { width: 360, height: 740 } });
  try {
    ({ page } = visitor);
    const ann = await newPerson(product, 'Ann');
    const id = await newEvent(ann);
    await page.clock.install();
    await enterAs(visitor, ann);
    await page.goto(`/event/${id}`);
    await page.getByRole('link', { name: /chat/i }).first().waitFor();
    await page.clock.runFor(100);
    await product.stop();
    await page.clock.runFor(3_500);
    await line().waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/away-event.png` });
    // A part that is not loaded ahead, as the chat's is.
    await page.getByRole('link', { name: 'Edit Event' }).click();
    await page.getByRole('heading', { level: 1, name: 'Could not load this page' }).waitFor();
    await line().waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/away-edit.png` });
    await page.getByRole('link', { name: 'Back to event' }).click();
    await page.getByRole('heading', { level: 1, name: 'Beach bonfire' }).waitFor();
    for (const name of ['Home', 'Contacts', 'Profile']) {
      await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name }).click();
      await line().waitFor();
    }
  } finally {
    await profiles.close();
    await product.stop().catch(() => {});
  }
});

test('RT-03 on a phone failures appear at the top, not over the buttons', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const invited = await newEvent(tom, { title: 'Sea swim', invitee_ids: [marie.id] });
  await page.route('**/rsvp', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/event/${invited}`);
  const going = page.getByRole('button', { name: 'Going', exact: true });
  await going.click();
  const toast = page.getByRole('alert').filter({ hasText: 'Please try again.' });
  await toast.waitFor();
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  const [top, button] = [await toast.boundingBox(), await going.boundingBox()];
  expect(top?.y).toBeLessThan(160);
  expect((top?.y ?? 0) + (top?.height ?? 0)).toBeLessThan(button?.y ?? 0);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/toast.png` });
});
