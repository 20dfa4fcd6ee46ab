import { chatRoutes } from '@hereabouts/contract/chat';
import { eventRoutes } from '@hereabouts/contract/events';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { keptKeys } from './app-kept.ts';
import { CHAT, box, log, newRoom, openAs, say, test } from './chat-world.ts';
import { expectFocused } from './focus.ts';
import { hold } from './held-request.ts';

/** Where a message is on the screen, in pixels from the top. */
const topOf = (message: Locator) => message.evaluate((element) => element.getBoundingClientRect().top);

test.for([
  ['auto', 'in a browser that holds the scroll position'],
  ['none', 'in one that does not'],
] as const)(
  'CHAT-10 loading older messages does not move the visible ones (%s: %s)',
  async ([anchoring], { marie, world, tom }) => {
    const eventId = await newRoom(world);
    for (let number = 1; number <= 170; number++) {
      await say(
        number % 3 === 0 ? marie : tom,
        eventId,
        `message ${number} ${'and more '.repeat(number % 7)}`.trim(),
      );
    }
    await marie.ok(chatRoutes.markChatRead, { params: { eventId }, body: { seq: 170 } });
    const { page } = await openAs(world, marie, `/chat/${eventId}`, {
      viewport: { width: 390, height: 700 },
    });
    await log(page).locator('[data-seq="170"]').waitFor();
    await log(page).evaluate((element, value) => (element.style.overflowAnchor = value), anchoring);
    const distance = () =>
      log(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
    await expect.poll(distance).toBeLessThan(2);
    expect(await log(page).locator('[data-seq="120"]').count()).toBe(0);

    for (const page0 of [121, 71, 21]) {
      const older = log(page).locator(`[data-seq="${page0 - 1}"]`);
      let isHeld = true;
      const held: (() => void)[] = [];
      await page.route(`${CHAT}?before=*`, async (route) => {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        await route.continue();
      });
      if ((await older.count()) === 0) {
        await log(page).evaluate((element) => element.scrollTo(0, 150));
        await expect.poll(() => held.length).toBeGreaterThan(0);
      }
      const eye = log(page).locator(`[data-seq="${page0 + 3}"]`);
      const before = await topOf(eye);
      isHeld = false;
      for (const go of held) go();
      await older.waitFor({ state: 'attached' });
      // What comes in is drawn, and rests again, within some frames.
      for (let frame = 0; frame < 20; frame++) {
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        expect(Math.abs((await topOf(eye)) - before)).toBeLessThanOrEqual(1);
      }
      await page.unroute(`${CHAT}?before=*`);
    }
    await log(page).evaluate((element) => element.scrollTo(0, 0));
    await log(page).locator('[data-seq="1"]').waitFor();
    const seqs = await log(page)
      .locator('[data-seq]')
      .evaluateAll((elements) => elements.map((element) => Number((element as HTMLElement).dataset['seq'])));
    expect(seqs).toEqual(Array.from({ length: 170 }, (_, index) => index + 1));
  },
);

test.for([['auto'], ['none']] as const)(
  'CHAT-10 the upper edge stays in place when the oldest message loses its day line and its name (scroll anchoring: %s)',
  async ([anchoring], { marie, world, tom }) => {
    const eventId = await newRoom(world);
    for (let number = 1; number <= 160; number++) await say(tom, eventId, `message ${number}`);
    await marie.ok(chatRoutes.markChatRead, { params: { eventId }, body: { seq: 160 } });
    const { page } = await openAs(world, marie, `/chat/${eventId}`, {
      viewport: { width: 390, height: 700 },
    });
    await log(page).locator('[data-seq="160"]').waitFor();
    await log(page).evaluate((element, value) => (element.style.overflowAnchor = value), anchoring);
    const held: (() => void)[] = [];
    await page.route(`${CHAT}?before=*`, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    for (;;) {
      const first = await log(page).locator('[data-seq]').first().getAttribute('data-seq');
      if (first === '1') break;
      // The oldest message stands at the edge, with its name above it.
      const oldest = log(page).locator(`[data-seq="${first}"]`);
      await oldest.evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await log(page).evaluate((element) => element.scrollBy(0, 4));
      await expect.poll(() => held.length).toBeGreaterThan(0);
      const eyes = [Number(first) + 1, Number(first) + 5].map((seq) =>
        log(page).locator(`[data-seq="${seq}"]`),
      );
      const tops = () => Promise.all(eyes.map(topOf));
      const before = await tops();
      for (const go of held.splice(0)) go();
      await log(page)
        .locator(`[data-seq="${Number(first) - 1}"]`)
        .waitFor({ state: 'attached' });
      for (let frame = 0; frame < 10; frame++) {
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        const moved = (await tops()).map((top, index) => Math.abs(top - (before[index] ?? 0)));
        expect(Math.max(...moved)).toBeLessThanOrEqual(1);
      }
    }
  },
);

test('CHAT-10 CHAT-12 a chat opens at the first unread message; scrolled up, it stays and offers a button to new messages', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  for (let number = 1; number <= 120; number++) await say(tom, eventId, `message ${number}`);
  await marie.ok(chatRoutes.markChatRead, { params: { eventId }, body: { seq: 40 } });
  const { page } = await openAs(world, marie, `/chat/${eventId}`);
  const divider = log(page).locator('[data-divider]');
  await divider.waitFor();
  expect(await divider.evaluate((element) => element.nextElementSibling?.getAttribute('data-seq'))).toBe(
    '41',
  );
  await expect.poll(() => topOf(divider)).toBeGreaterThan(0);
  await expect.poll(() => topOf(divider)).toBeLessThan(500);
  await page.getByRole('button', { name: '80 new messages' }).waitFor();
  const eye = log(page).locator('[data-seq="42"]');
  const before = await topOf(eye);
  await say(tom, eventId, 'message 121');
  const jump = page.getByRole('button', { name: '81 new messages' });
  await jump.waitFor();
  expect(Math.abs((await topOf(eye)) - before)).toBeLessThanOrEqual(1);
  await jump.click();
  await log(page).locator('[data-seq="121"]').waitFor();
  await jump.waitFor({ state: 'detached' });
  await expectFocused(log(page));
  const read = () =>
    marie.ok(eventRoutes.getEvent, { params: { eventId } }).then(({ chat }) => chat?.read_seq);
  await expect.poll(read).toBe(121);
  // At the end it follows.
  await say(tom, eventId, 'message 122');
  await log(page).locator('[data-seq="122"]').waitFor();
  await expect.poll(read).toBe(122);
});

test('CHAT-10 older messages that could not be loaded are loaded by a button, which leaves the focus in the log', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  for (let number = 1; number <= 60; number++) await say(tom, eventId, `message ${number}`);
  await marie.ok(chatRoutes.markChatRead, { params: { eventId }, body: { seq: 60 } });
  const { page, allowErrors } = await openAs(world, marie, `/chat/${eventId}`);
  allowErrors(/500/, /server failed/, /could not load/);
  await log(page).locator('[data-seq="60"]').waitFor();
  await page.route(`${CHAT}?before=*`, (route) => route.fulfill({ status: 500, json: {} }));
  await log(page).evaluate((element) => element.scrollTo(0, 0));
  const retry = page.getByRole('button', { name: 'Could not load older messages. Try again' });
  await retry.waitFor();
  await page.unroute(`${CHAT}?before=*`);
  await retry.click();
  await log(page).locator('[data-seq="1"]').waitFor();
  await expectFocused(log(page));
});

test('CHAT-10 CHAT-12 a chat shown as it was kept goes to the first unread message once it has been read', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  for (let number = 1; number <= 20; number++) await say(tom, eventId, `message ${number}`);
  await marie.ok(chatRoutes.markChatRead, { params: { eventId }, body: { seq: 20 } });
  const { page, allowErrors } = await openAs(world, marie, `/chat/${eventId}`);
  // Of the blank page.
  allowErrors(/SecurityError/);
  await expect.poll(() => keptKeys(page)).toContain(`["chat",${eventId}]`);
  await page.goto('about:blank');
  for (let number = 21; number <= 80; number++) await say(tom, eventId, `message ${number}`);
  const release = await hold(page, CHAT);
  await page.goto(`/chat/${eventId}`);
  await log(page).locator('[data-seq="20"]').waitFor();
  const divider = log(page).locator('[data-divider]');
  expect(await divider.count()).toBe(0);
  await box(page).pressSequentially('I bring');
  await release();
  await log(page).locator('[data-divider] + [data-seq="21"]').waitFor();
  await expect.poll(() => topOf(divider)).toBeGreaterThan(0);
  await expect.poll(() => topOf(divider)).toBeLessThan(500);
  await page.getByRole('button', { name: '60 new messages' }).waitFor();
  await page.keyboard.type(' a torch');
  expect(await box(page).inputValue()).toBe('I bring a torch');
  const { chat } = await marie.ok(eventRoutes.getEvent, { params: { eventId } });
  expect(chat?.read_seq).toBe(20);
});

test('CHAT-10 CHAT-12 a chat opened again starts at the first new message, and marks none as read', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  for (let number = 1; number <= 20; number++) await say(tom, eventId, `message ${number}`);
  await marie.ok(chatRoutes.markChatRead, { params: { eventId }, body: { seq: 20 } });
  const { page } = await openAs(world, marie, `/chat/${eventId}`);
  await log(page).locator('[data-seq="20"]').waitFor();
  await page.getByRole('link', { name: 'Back to event' }).click();
  for (let number = 21; number <= 80; number++) await say(tom, eventId, `message ${number}`);
  await page.getByRole('link', { name: 'Chat 60 unread messages' }).click();
  await log(page).locator('[data-divider] + [data-seq="21"]').waitFor();
  await page.getByRole('button', { name: '60 new messages' }).waitFor();
  await expect.poll(() => topOf(log(page).locator('[data-divider]'))).toBeGreaterThan(0);
  const { chat } = await marie.ok(eventRoutes.getEvent, { params: { eventId } });
  expect(chat?.read_seq).toBe(20);
});

test('CHAT-12 one’s own message below unread ones is neither counted nor marked as new', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  await say(tom, eventId, 'one');
  const { page } = await openAs(world, marie, `/event/${eventId}`);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await link('Chat 1 unread message').waitFor();
  await say(marie, eventId, 'two');
  await say(tom, eventId, 'three');
  await link('Chat 2 unread messages').waitFor();
  await marie.ok(chatRoutes.markChatRead, { params: { eventId }, body: { seq: 1 } });
  await link('Chat 1 unread message').waitFor();
  await link('Chat 1 unread message').click();
  await log(page).locator('[data-divider] + [data-seq="3"]').waitFor();
});
