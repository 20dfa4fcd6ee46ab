import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { expect } from 'vitest';
import { changing } from './answering.ts';
import {
  CHAT,
  LOST,
  box,
  log,
  newRoom,
  openAs,
  say,
  sendButton,
  texts,
  untilLive,
  write,
  test,
} from './chat-world.ts';
import { expectFocused } from './focus.ts';
import { expectAccessible } from './visitor.ts';

test('CHAT-08 NAV-02 NAV-03 /chat without an event is a page of its own about what is coming, for signed-in people only', async ({
  marie,
  world,
}) => {
  const visitor = await world.visit();
  for (const path of ['/chat', '/chat/1']) {
    await visitor.page.goto(path);
    await visitor.page.waitForURL((url) => url.pathname === '/login');
  }
  const { page } = await openAs(world, marie, '/chat');
  await page.getByText('Coming Soon!', { exact: true }).waitFor();
  await page.getByText(/The community chat is being built/).waitFor();
  await expectAccessible(page);
});

test('CHAT-01 CHAT-03 CHAT-04 an empty chat says so; a blank message cannot be sent; a message is trimmed', async ({
  marie,
  world,
  stored,
}) => {
  const eventId = await newRoom(world);
  const { page } = await openAs(world, marie, `/chat/${eventId}`);
  await page.getByRole('heading', { level: 1, name: 'Chat: Bonfire' }).waitFor();
  await page.getByText('No messages yet. Be the first to send a message!').waitFor();
  await expect.poll(() => page.title()).toBe('Chat: Bonfire · Hereabouts');
  expect(await sendButton(page).isDisabled()).toBe(true);
  await box(page).fill(' \n  ');
  expect(await sendButton(page).isDisabled()).toBe(true);
  await box(page).press('Enter');
  await box(page).fill('  Hello\n  there ');
  await sendButton(page).click();
  expect(await box(page).inputValue()).toBe('');
  expect(await sendButton(page).isDisabled()).toBe(true);
  await log(page).locator('[data-seq] time').waitFor();
  expect(await log(page).locator('[data-seq] time').textContent()).toMatch(/^\d\d:\d\d$/);
  expect(await stored(eventId)).toEqual(['Hello\n  there']);
  await page.getByRole('link', { name: 'Back to event' }).click();
  await page.waitForURL((url) => url.pathname === `/event/${eventId}`);
});

test('CHAT-04 Enter sends, Shift+Enter starts a new line, and the focus stays in the message box', async ({
  marie,
  world,
  stored,
}) => {
  const eventId = await newRoom(world);
  const { page } = await openAs(world, marie, `/chat/${eventId}`);
  await box(page).focus();
  await page.keyboard.type('one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.keyboard.type('three');
  await page.keyboard.press('Enter');
  await expect.poll(() => stored(eventId)).toEqual(['one\ntwo', 'three']);
  await expectFocused(box(page));
});

test('CHAT-02 LIVE-09 messages are grouped by day, oldest first; a deleted sender is Unknown; a meeting point is a line with its time', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  for (const text of ['oldest', 'older', 'new', 'pin', 'lost', 'unseen']) await say(tom, eventId, text);
  const { page } = await world.visit(marie);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await changing(CHAT, (answer: { messages: { created_at: string; kind: string; sender: unknown }[] }) => {
    const changes = [
      { created_at: '2024-06-15T12:00:00Z' },
      { created_at: daysAgo(1) },
      {},
      { kind: 'meeting_point', meet_at: '2024-06-15T20:30:00.000Z' },
      { sender: null },
      { kind: 'hidden', message: '', sender: null },
    ];
    return { ...answer, messages: answer.messages.map((one, index) => ({ ...one, ...changes[index] })) };
  })(page);
  await page.goto(`/chat/${eventId}`);
  await log(page).getByText('oldest').waitFor();
  expect(await log(page).getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Saturday 15 June 2024',
    'Yesterday',
    'Today',
  ]);
  expect(await texts(page)).toEqual(['oldest', 'older', 'new', 'lost']);
  await log(page).getByText('Unknown', { exact: true }).waitFor();
  const pin = log(page).getByText(/^Tom Renouf set the meeting point: pin, Sat 15 Jun 2024 at 21:30/);
  expect(await pin.getByRole('link', { name: 'pin' }).getAttribute('href')).toBe(`/event/${eventId}/live`);
});

test('CHAT-02 messages are never interpreted as markup, and only web addresses become links', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  const evil =
    '<img src=x onerror="document.title=\'pwned\'"> javascript:alert(1) https://example.org/a?b=c.';
  await say(tom, eventId, evil);
  const { page } = await openAs(world, marie, `/chat/${eventId}`);
  await log(page).getByText('<img src=x').waitFor();
  expect(await texts(page)).toEqual([evil]);
  expect(await log(page).locator('img').count()).toBe(0);
  const link = log(page).locator('p[dir] a');
  expect(await link.count()).toBe(1);
  expect(await link.getAttribute('href')).toBe('https://example.org/a?b=c');
  expect(await link.getAttribute('rel')).toBe('noopener nofollow');
});

test('CHAT-02 on a phone the time stands in the line of a short message', async ({ marie, world, tom }) => {
  const eventId = await newRoom(world);
  await say(tom, eventId, 'On the 12a, twenty minutes away');
  const { page } = await openAs(world, marie, `/chat/${eventId}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const words = log(page).getByText('On the 12a');
  await words.waitFor();
  const time = await log(page).locator('time').last().boundingBox();
  const box = await words.boundingBox();
  expect((time?.y ?? Infinity) + (time?.height ?? 0)).toBeLessThan((box?.y ?? 0) + 26);
});

test('CHAT-06 CHAT-02 two people see each other’s messages live, with the sender; screen readers announce only those of others', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  const [one, other] = await Promise.all([
    openAs(world, marie, `/chat/${eventId}`),
    openAs(world, tom, `/chat/${eventId}`),
  ]);
  await untilLive(one.page, eventId, tom);
  await write(one.page, 'Are you there?');
  await other.page.getByText('Are you there?').first().waitFor();
  await other.page.getByRole('link', { name: 'Marie Le Brocq' }).waitFor();
  await write(other.page, 'By the rocks');
  await log(one.page).getByText('By the rocks').waitFor();
  for (const { page } of [one, other]) {
    await expect.poll(() => texts(page)).toEqual(['ping', 'Are you there?', 'By the rocks']);
  }
  const spoken = one.page.locator('[aria-live=polite] span');
  await expect
    .poll(async () => (await spoken.allTextContents()).join(''))
    .toContain('Tom Renouf: By the rocks.');
  expect((await spoken.allTextContents()).join('')).not.toContain('Are you there?');
});

test('CHAT-04 EVF-19 a message that is too long is refused and its whole text is kept', async ({
  marie,
  world,
  stored,
}) => {
  const eventId = await newRoom(world);
  const { page } = await openAs(world, marie, `/chat/${eventId}`);
  const long = 'x'.repeat(4_001);
  await write(page, long);
  await page.getByRole('alert').getByText(CHAT_TEXTS.tooLong).waitFor();
  await page.getByText('4,001 / 4,000').waitFor();
  expect(await box(page).inputValue()).toBe(long);
  await write(page, long.slice(1));
  await expect.poll(async () => (await stored(eventId)).map(({ length }) => length)).toEqual([4_000]);
});

test('SAFE-02 CHAT-02 a message of somebody else can be reported from the chat, one’s own cannot', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  await say(marie, eventId, 'my own words');
  const { id } = await say(tom, eventId, 'rude words');
  const { page } = await openAs(world, marie, `/chat/${eventId}`);
  await log(page).getByText('rude words').waitFor();
  expect(await page.getByRole('button', { name: /^Report message/ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Report message by Tom Renouf' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('rude words').waitFor();
  await dialog.getByRole('textbox').fill('It is not kind');
  const asked = page.waitForRequest('**/api/reports');
  await dialog.getByRole('button', { name: /report/i }).click();
  expect((await asked).postDataJSON()).toMatchObject({ kind: 'message', message_id: id });
  await page.getByText('Thank you. Your report has been sent.').waitFor();
});

test('a message is deleted by its author, and by the host, in every open chat, also offline and by the keyboard', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  const [host, guest] = [
    await openAs(world, marie, `/chat/${eventId}`),
    await openAs(world, tom, `/chat/${eventId}`, { viewport: { width: 390, height: 844 } }),
  ];
  for (const { page } of [host, guest]) await box(page).waitFor();
  await untilLive(guest.page, eventId, marie);
  await write(guest.page, 'My door code is 4711');
  await write(host.page, 'Bring wood');
  for (const { page } of [host, guest]) await log(page).getByText('Bring wood').waitFor();
  const own = guest.page.getByRole('button', { name: 'Delete your message' });
  expect(await guest.page.getByRole('button', { name: /^Delete message by/ }).count()).toBe(0);

  await own.focus();
  await guest.page.keyboard.press('Enter');
  const question = guest.page.getByRole('alertdialog', { name: 'Delete your message?' });
  await question.getByText(/Nobody in the chat will be able to read it/).waitFor();
  await guest.page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await log(guest.page).getByText('4711').waitFor();
  await expectFocused(own);

  guest.allowErrors(...LOST, /was not saved/);
  await guest.page.context().setOffline(true);
  await own.click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await guest.page
    .getByText(/^You are offline\./)
    .first()
    .waitFor();
  await guest.page.context().setOffline(false);
  await own.click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  for (const { page } of [host, guest]) {
    await log(page).getByText(CHAT_TEXTS.removed).waitFor();
    expect(await log(page).getByText('4711').count()).toBe(0);
  }
  await expectAccessible(guest.page);

  await write(guest.page, 'Your wood is rubbish');
  await host.page.getByRole('button', { name: 'Delete message by Tom Renouf' }).click();
  await host.page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => log(guest.page).getByText(CHAT_TEXTS.removed).count()).toBe(2);
  await guest.page.reload();
  await expect.poll(() => log(guest.page).getByText(CHAT_TEXTS.removed).count()).toBe(2);
});
