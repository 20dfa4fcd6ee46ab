import { randomUUID } from 'node:crypto';
import { chatRoutes } from '@hereabouts/contract/chat';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { userRoutes } from '@hereabouts/contract/users';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { ask, befriend, inHours, newEvent, newPerson, type Person } from './person.ts';
import { HERE } from './places.ts';

const LATIN = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100);
const ARABIC = 'فسيكفيكهمالمستقبلون'.repeat(6).slice(0, 100);
const E_MAIL = 'bartholomew.featherstonehaugh-cholmondeley@a-very-long-name-of-a-host.example.org';
const WIDTHS = [320, 1280];

let viewer: Person;
let stranger: Person;
let friend: Person;
let page: Page;
let paths: string[];

test.beforeAll(async ({ ground }) => {
  const { product, visit } = ground;
  viewer = await newPerson(product, LATIN, `${'w'.repeat(60)}@${'long-domain.'.repeat(8)}example.org`);
  friend = await newPerson(product, ARABIC, `${'a'.repeat(60)}@${'long-domain.'.repeat(8)}example.org`);
  stranger = await newPerson(product, E_MAIL);
  const [asking, asked] = [await newPerson(product, LATIN), await newPerson(product, E_MAIL)];
  await befriend(viewer, friend);
  await ask(asking, viewer);
  await ask(viewer, asked);
  const words = {
    title: LATIN,
    description: LATIN.repeat(3),
    location_name: ARABIC,
    location_address: E_MAIL.replaceAll(/[^a-z]/g, ''),
    location_latitude: HERE.latitude,
    location_longitude: HERE.longitude,
    invitee_ids: [friend.id],
  };
  const own = await newEvent(viewer, { ...words, start_time: inHours(-1), end_time: inHours(3) });
  await newEvent(viewer, words);
  const guest = await newEvent(friend, { ...words, title: ARABIC, invitee_ids: [viewer.id] });
  const params = { eventId: own };
  await friend.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await friend.ok(chatRoutes.sendMessage, { params, body: { id: randomUUID(), message: LATIN.repeat(3) } });
  const point = { latitude: HERE.latitude, longitude: HERE.longitude, meet_at: null };
  await friend.ok(meetingPointRoutes.setMeetingPoint, {
    params,
    body: { name: LATIN.slice(0, 60), ...point },
  });
  const { token } = await stranger.ok(friendLinkRoutes.createFriendLink);
  page = (await visit(viewer)).page;
  paths = [
    '/',
    `/event/${own}`,
    `/event/${guest}`,
    `/event/${own}/live`,
    `/event/${own}/find/${friend.id}`,
    `/event/${own}/find/meeting-point`,
    '/new-event',
    `/edit-event/${own}`,
    `/invite-friends/${own}`,
    `/chat/${own}`,
    '/chat',
    '/contacts',
    '/contacts?tab=pending',
    '/contacts?tab=sent',
    '/contacts?tab=discover',
    '/profile',
    `/profile/${friend.id}`,
    `/profile/${stranger.id}`,
    '/notifications',
    `/add/${token}`,
  ];
});

/** What can be scrolled to the side: the page, or a part of it. Maps and rows of tabs or covers may. */
const sideways = () =>
  page.evaluate(() =>
    [document.documentElement, ...document.body.querySelectorAll('*')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => {
        const isPage = element === document.documentElement;
        return isPage || ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
      })
      .filter((element) => !element.closest('.leaflet-container, [role="tablist"], [class*="covers"]'))
      .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth}`),
  );

/** The page as it is once everything on it has come. */
async function open(path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).or(page.getByRole('alert')).first().waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
}

// Every page at every width, one after the other.
test(
  'LAYOUT-02 a long word that somebody typed makes no screen scroll sideways',
  { timeout: 180_000 },
  async () => {
    const found: string[] = [];
    for (const path of paths) {
      await open(path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        found.push(...(await sideways()).map((what) => `${path} at ${width}: ${what}`));
      }
    }
    expect(found).toEqual([]);
  },
);

test.each([
  ['100 Latin letters', LATIN],
  ['100 Arabic letters', ARABIC],
  ['an e-mail address', E_MAIL],
])('LAYOUT-02 home greets %s within the screen', async (_, name) => {
  await viewer.ok(userRoutes.updateMe, { body: { name } });
  await open('/');
  await page.getByRole('heading', { level: 1, name: `Welcome, ${name}` }).waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways()).toEqual([]);
  }
});
