import { blockRoutes } from '@hereabouts/contract/blocks';
import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { ACCESS_LOSS_MAX_MS } from '@hereabouts/contract/realtime';
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect } from 'vitest';
import {
  CHAT,
  LOST,
  box,
  holdBack,
  log,
  newRoom,
  openAs,
  say,
  untilLive,
  write,
  test as journey,
} from './chat-world.ts';
import { keptKeys } from './app-kept.ts';
import { expectFocus } from './focus.ts';
import { settled } from './joined.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { befriend, newEvent, newPerson, type Person } from './person.ts';
import { NETWORK_MAX_MS } from './product.ts';
import { button } from './screen-parts.ts';
import { expectAccessible } from './visitor.ts';

const test = journey
  /** The chat of a friend of both, with words of Tom's that are further back than one page. */
  .extend('longAgo', async ({ product, marie, tom }) => {
    const zoe = await newPerson(product, 'Zoë Vibert');
    for (const guest of [marie, tom]) await befriend(zoe, guest);
    const eventId = await newEvent(zoe, { title: 'Bonfire', invitee_ids: [marie.id, tom.id] });
    await say(tom, eventId, 'long ago');
    for (let number = 2; number <= 60; number++) await say(zoe, eventId, `message ${number}`);
    return eventId;
  });

const readSeq = async (who: Person, eventId: number) =>
  (await who.ok(eventRoutes.getEvent, { params: { eventId } })).chat?.read_seq;

/** As the browser does for another tab. */
const show = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('CHAT-11 a guest who declines loses the chat within 2 s, on an open page too, and reads how to get it back', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  const { page, expectNoErrors } = await openAs(world, tom, `/chat/${eventId}`);
  await untilLive(page, eventId, marie);
  const respond = (status: 'declined' | 'accepted') =>
    tom.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } });
  await box(page).fill('see you');
  const startedAt = Date.now();
  await respond('declined');
  await page.getByText('You answered Not Going. Change your RSVP to join the chat.').waitFor();
  expect(Date.now() - startedAt).toBeLessThan(ACCESS_LOSS_MAX_MS + NETWORK_MAX_MS);
  expect(await log(page).count()).toBe(0);
  await page.getByRole('region', { name: 'Not sent' }).getByText('see you').waitFor();
  await expectAccessible(page);
  await respond('accepted');
  await log(page).getByText('ping').waitFor();
  expect(await box(page).inputValue()).toBe('see you');
  await say(marie, eventId, 'welcome back');
  await log(page).getByText('welcome back').waitFor();
  // A mark may be on its way while access is lost.
  expectNoErrors(/403/, /could not load|could not mark the chat as read/);
});

test('CHAT-11 CHAT-05 a guest whose invitation is withdrawn is told what was not sent, and can read and discard it', async ({
  marie,
  world,
  tom,
  stored,
}) => {
  const eventId = await newEvent(marie, { title: 'Secret', is_private: true, invitee_ids: [tom.id] });
  const { page, allowErrors } = await openAs(world, tom, `/chat/${eventId}`);
  allowErrors(/404|ERR_FAILED/, /could not load|could not mark the chat as read/);
  await untilLive(page, eventId, marie);
  await holdBack(page);
  await write(page, 'too late');
  await page.getByText('Waiting for connection — 1 message').waitFor();
  await box(page).fill('half a thought');
  const event = await marie.ok(eventRoutes.getEvent, { params: { eventId } });
  const body = { ...event, invitee_ids: [], keep_answers: true };
  await marie.ok(eventRoutes.updateEvent, { params: { eventId }, body });
  await page.getByText('Event Not Found').waitFor();
  await page.context().unroute(CHAT);
  await page.getByText('A message was not sent: you can no longer post in that chat.').waitFor();
  expect(await stored(eventId)).toEqual(['ping']);
  const unsent = page.getByRole('region', { name: 'Not sent' });
  await unsent.getByText('too late').waitFor();
  await unsent.getByText('half a thought').waitFor();
  await expectAccessible(page);
  const discard = unsent.getByRole('button', { name: 'Discard' });
  await discard.first().click();
  await unsent.getByText('too late').waitFor({ state: 'detached' });
  await expectFocus(page, 'Event');
  await discard.click();
  await unsent.waitFor({ state: 'detached' });
  const kept = () => [localStorage, sessionStorage].flatMap((storage) => Object.values<string>(storage));
  expect((await page.evaluate(kept)).join()).not.toMatch(/too late|half a thought/);
});

test('CHAT-12 EVD-11 home and event count unread messages live, without another request', async ({
  marie,
  world,
  tom,
  stored,
}) => {
  const eventId = await newRoom(world, 'Counted');
  await say(marie, eventId, 'one');
  const [home, event] = [await world.visit(tom), await world.visit(tom)];
  const card = home.page.getByRole('article', { name: 'Counted' });
  const link = event.page.getByRole('link', { name: /^Chat/ });
  await settled(home.page, '/', ['user:'], /\/api\/home$/);
  await card.getByText('1 unread message', { exact: true }).waitFor();
  await settled(event.page, `/event/${eventId}`, ['user:', 'event:'], /\/api\/events\/\d+$/);
  await event.page.getByRole('link', { name: 'Chat 1 unread message' }).waitFor();
  const reads: string[] = [];
  for (const { page } of [home, event]) {
    page.on('request', (request) => {
      if (/\/api\/(home|events\/\d+$)/.test(request.url())) reads.push(request.url());
    });
  }
  await say(marie, eventId, 'two');
  await say(marie, eventId, 'three');
  await card.getByText('3 unread messages', { exact: true }).waitFor();
  await event.page.getByRole('link', { name: 'Chat 3 unread messages' }).waitFor();
  // Read on another device.
  const third = await openAs(world, tom, `/chat/${eventId}`);
  await third.page.getByText('three').first().waitFor();
  await card.getByText(/unread/).waitFor({ state: 'detached' });
  await event.page.getByRole('link', { name: 'Chat', exact: true }).waitFor();
  // One's own message is nothing new.
  await write(third.page, 'mine');
  await expect.poll(() => stored(eventId)).toContain('mine');
  await say(marie, eventId, 'four');
  await log(third.page).getByText('four').waitFor();
  await expect.poll(() => card.getByText(/unread/).count()).toBe(0);
  expect(reads).toEqual([]);
  await link.click();
  await event.page.getByRole('heading', { name: 'Chat: Counted' }).waitFor();
});

test('SAFE-01 a chat opened again shows nothing of a person blocked on another device once the page knows', async ({
  marie,
  tom,
  world,
  longAgo,
}) => {
  const { page } = await openAs(world, marie, `/chat/${longAgo}`);
  await log(page).getByText('long ago').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Back to event' }).click();
  const guest = page.getByRole('region', { name: /^Invited Friends/ }).getByRole('link', { name: tom.name });
  await guest.waitFor();
  await marie.ok(blockRoutes.blockUser, { params: { userId: tom.id } });
  await guest.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Chat/ }).click();
  await log(page).locator('[data-seq="60"]').waitFor({ state: 'attached' });
  expect(await log(page).getByText('long ago').count()).toBe(0);
});

test('SAFE-01 a chat opened again shows nothing of the person just blocked, before any message of the server', async ({
  marie,
  tom,
  world,
  longAgo,
}) => {
  const { page, allowErrors } = await world.visit(marie);
  // Of the person who is gone.
  allowErrors(/404/, /could not load/);
  await keepFromJoining(page);
  await page.goto(`/chat/${longAgo}`);
  await log(page).getByText('long ago').waitFor({ state: 'attached' });
  await log(page).getByRole('link', { name: tom.name }).click();
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await button(page, 'Block').click();
  await page.waitForURL('**/contacts');
  await page.goBack();
  await page.waitForURL(`**/chat/${longAgo}`);
  await log(page).locator('[data-seq="60"]').waitFor({ state: 'attached' });
  expect(await log(page).getByText('long ago').count()).toBe(0);
});

test('SAFE-01 PWA-05 offline, a chat that was kept shows nothing of the person blocked, in another tab either', async ({
  marie,
  tom,
  world,
  longAgo,
}) => {
  await say(tom, longAgo, 'just now');
  const { page, allowErrors } = await openAs(world, marie, `/chat/${longAgo}`);
  allowErrors(/404/, /did not load/, ...LOST);
  await log(page).getByText('just now').waitFor();
  await expect.poll(() => keptKeys(page)).toContain(`["chat",${longAgo}]`);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await log(other).getByText('just now').waitFor();
  await other.getByRole('link', { name: 'Back to event' }).click();
  const guest = other.getByRole('region', { name: /^Invited Friends/ }).getByRole('link', { name: tom.name });
  await guest.waitFor();
  await log(page).getByRole('link', { name: tom.name }).first().click();
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await button(page, 'Block').click();
  await page.waitForURL('**/contacts');
  await guest.waitFor({ state: 'detached' });
  await page.context().setOffline(true);
  for (const tab of [page, other]) {
    await tab.goBack();
    await tab.waitForURL(`**/chat/${longAgo}`);
    await tab.getByRole('heading', { name: /^Chat/ }).waitFor();
    expect(await log(tab).getByText('just now').count()).toBe(0);
  }
});

test('CHAT-12 messages that arrive while the page is hidden stay unread and are counted in its title', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  const { page } = await openAs(world, tom, `/chat/${eventId}`);
  await untilLive(page, eventId, marie);
  const read = () => readSeq(tom, eventId);
  await expect.poll(read).toBe(1);
  await show(page, 'hidden');
  await say(marie, eventId, 'psst');
  await log(page).getByText('psst').waitFor();
  await expect.poll(() => page.title()).toBe('(1) Chat: Bonfire · Hereabouts');
  expect(await log(page).locator('[data-divider] + [data-seq="2"]').count()).toBe(1);
  await say(marie, eventId, 'again');
  await expect.poll(() => page.title()).toBe('(2) Chat: Bonfire · Hereabouts');
  expect(await read()).toBe(1);
  await show(page, 'visible');
  await expect.poll(read).toBe(3);
  await expect.poll(() => page.title()).toBe('Chat: Bonfire · Hereabouts');
});

test('CHAT-12 RT-01 a hidden page whose socket is lost connects again, and goes on counting', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  const { page, allowErrors } = await world.visit(tom);
  allowErrors(/WebSocket/);
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket('**/realtime/**', (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  await page.goto(`/chat/${eventId}`);
  await untilLive(page, eventId, marie);
  await expect.poll(() => readSeq(tom, eventId)).toBe(1);
  await show(page, 'hidden');
  const lost = sockets.splice(0);
  for (const socket of lost) await socket.close();
  await expect.poll(() => sockets.length).toBe(1);
  await say(marie, eventId, 'psst');
  await expect.poll(() => page.title()).toBe('(1) Chat: Bonfire · Hereabouts');
});

test('EVD-11 people without access to the chat get no link to it', async ({ world, tom }) => {
  const eventId = await newRoom(world, 'Declined');
  await tom.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'declined' } });
  const { page } = await openAs(world, tom, `/event/${eventId}`);
  await page.getByRole('heading', { name: 'Your RSVP' }).waitFor();
  expect(await page.getByRole('link', { name: /^Chat/ }).count()).toBe(0);
});

test('CHAT-11 SAFE-04 the chat of a cancelled event can be read but not written to', async ({
  marie,
  world,
  tom,
}) => {
  const eventId = await newRoom(world);
  await say(tom, eventId, 'still here');
  const { page } = await openAs(world, marie, `/chat/${eventId}`);
  await box(page).waitFor();
  await marie.ok(eventRoutes.cancelEvent, { params: { eventId } });
  await page.getByText('This event was cancelled. Its chat can still be read.').waitFor();
  expect(await box(page).count()).toBe(0);
  await log(page).getByText('still here').waitFor();
});

test('CHAT-01 EVD-01 the chat of a missing event shows the same page as the event itself', async ({
  marie,
  world,
}) => {
  const { page, allowErrors } = await openAs(world, marie, '/chat/987654321');
  allowErrors(/404/, /could not load/);
  await page.getByText('Event Not Found').waitFor();
  await page.getByText("Sorry, this event doesn't exist or has been removed.").waitFor();
  await page.goto('/chat/nonsense');
  await page.getByText('Event Not Found').waitFor();
});
