import { MESSAGE_MAX } from '@hereabouts/contract/limits';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { log, newRoom, openAs, say, test, type ChatWorld } from './chat-world.ts';

const MESSAGES = 40;
const SLACK_S = 1;

/** Seconds of script and layout that opening a chat of such messages takes. */
async function openingTime(world: ChatWorld, start: string, filling: string): Promise<number> {
  const eventId = await newRoom(world);
  const text = start + filling.repeat((MESSAGE_MAX - start.length) / filling.length);
  for (let sent = 0; sent < MESSAGES; sent++) await say(world.tom, eventId, text);
  const { page, close } = await openAs(world, world.marie, '/');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.goto(`/chat/${eventId}`);
  await expect.poll(() => log(page).locator('[data-seq]').count()).toBe(MESSAGES);
  const { metrics } = await devtools.send('Performance.getMetrics');
  await close();
  const secondsOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  return secondsOf('ScriptDuration') + secondsOf('LayoutDuration');
}

test('CHAT-02 a chat full of brackets or of endless words takes only a few times the work of a plain one to open (S5)', async ({
  world,
}) => {
  const plain = await openingTime(world, 'plain ', 'plain words ');
  for (const filling of [')', ').', '[)', '.']) {
    expect(await openingTime(world, 'https://a.b/', filling)).toBeLessThan(4 * plain + SLACK_S);
  }
  expect(await openingTime(world, 'W', 'W')).toBeLessThan(4 * plain + SLACK_S);
});

test('CHAT-02 of a long message only the beginning is drawn until the whole of it is asked for, with its links', async ({
  world,
}) => {
  const eventId = await newRoom(world);
  const text = `${'e\u0301\u0302 '.repeat(290)} https://example.org/${'long/'.repeat(30)}end ${'later '.repeat(300)}`;
  await say(world.tom, eventId, text);
  const { page, close } = await openAs(world, world.marie, `/chat/${eventId}`);
  const words = log(page).locator('[data-seq] p').filter({ hasText: 'e\u0301' });
  const link = words.getByRole('link');
  await link.waitFor({ state: 'attached' });
  expect((await words.textContent())?.length).toBeLessThan(1_400);
  expect(await link.getAttribute('href')).toMatch(/\/end$/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(async () => (await words.textContent())?.trim()).toBe(text.trim());
  await close();
});

test('CHAT-02 a message is cut only where it is not all in sight: on a phone, not a wide screen', async ({
  world,
}) => {
  const eventId = await newRoom(world);
  await say(world.tom, eventId, `${'plain words '.repeat(70)}end`);
  const wide = await openAs(world, world.marie, `/chat/${eventId}`);
  const words = log(wide.page).locator('[data-seq] p').filter({ hasText: 'plain words' });
  await words.waitFor();
  expect(await words.evaluate((element) => getComputedStyle(element).maskImage)).toBe('none');
  const showAll = ({ page }: { page: Page }) => page.getByRole('button', { name: 'Show all' });
  expect(await showAll(wide).count()).toBe(0);
  const phone = await openAs(world, world.tom, `/chat/${eventId}`, { viewport: { width: 320, height: 700 } });
  await showAll(phone).waitFor();
});

test('CHAT-02 a message of nothing but lines takes a part of the screen, and the whole of it is a tap away', async ({
  world,
}) => {
  const eventId = await newRoom(world);
  await say(world.tom, eventId, `Up${'\n'.repeat(990)}down`);
  const { page, close } = await openAs(world, world.marie, `/chat/${eventId}`);
  const bubble = log(page).locator('[data-seq]');
  const height = async () => (await bubble.boundingBox())?.height ?? NaN;
  await bubble.waitFor();
  expect(await height()).toBeLessThan(500);
  await page.getByRole('button', { name: 'Show all' }).click();
  expect(await height()).toBeGreaterThan(10_000);
  await page.getByRole('button', { name: 'Show less' }).click();
  expect(await height()).toBeLessThan(500);
  await close();
});
