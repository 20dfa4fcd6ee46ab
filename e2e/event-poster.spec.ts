import { eventRoutes } from '@hereabouts/contract/events';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { plainPicture } from '@hereabouts/testing/hostile-pictures';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { expectFocused } from './focus.ts';
import { befriend, inHours, newEvent, newPerson, type Person } from './person.ts';
import { contrastsOn, EXTREME_TINTS } from './tint.ts';
import { expectAccessible } from './visitor.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const LONG_TITLE = 'North coast walk from Plémont, and back for those who still can';

const test = journey
  /** With a name in Arabic; a friend of Marie's. */
  .extend('host', async ({ product, marie }) => {
    const host = await newPerson(product, 'يوسف المنصوري');
    await befriend(marie, host);
    return host;
  })
  .extend('ui', ({ page }) => ({
    parts: {
      title: page.getByRole('heading', { level: 1 }),
      when: page.getByText(/^\w{3} \d+ \w{3}( \d{4})? at \d\d:\d\d → /),
      where: page.getByRole('link', { name: /^Directions to / }),
      who: page.getByRole('button', { name: /^Guests: / }),
      answer: page.getByRole('group', { name: 'Your RSVP' }),
    },
    poster: page.getByRole('main').locator('img').first(),
  }));

/** What was known of the event stands first and may be replaced once the rest has come. */
const boxOf = async (part: Locator) => {
  await part.page().getByRole('group', { name: 'Your RSVP' }).waitFor();
  await part.waitFor();
  const box = await part.boundingBox();
  if (box === null) throw new Error('Not on the page');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

const linesOf = (heading: Locator) =>
  heading.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );

const withPicture = async (host: Person) => {
  const body = new Blob([new Uint8Array(await plainPicture('png'))]);
  return { image: (await host.ok(uploadRoutes.createUpload, { body })).path };
};

const EVENTS = [
  ['a picture', LONG_TITLE, withPicture],
  ['no picture', 'شاي مع ليلى في الحديقة', async () => ({})],
] as const;

test.for(EVENTS)(
  'EVD-14 on a phone the poster reaches the top, and when, where, who and the answer are on the first screen, with %s',
  async ([, title, pictureOf], { host, marie, page, ui: { parts, poster } }) => {
    await page.setViewportSize(PHONE);
    const id = await newEvent(host, { title, invitee_ids: [marie.id], ...(await pictureOf(host)) });
    await page.goto(`/event/${id}`);
    const bar = await boxOf(page.getByRole('navigation', { name: 'Quick links' }));
    for (const [name, part] of Object.entries(parts)) {
      expect((await boxOf(part)).bottom, name).toBeLessThanOrEqual(bar.y);
    }
    if (title === LONG_TITLE) expect(await linesOf(parts.title)).toBeCloseTo(3, 1);
    const picture = await boxOf(poster);
    expect([picture.x, picture.y, picture.width]).toEqual([0, 0, PHONE.width]);
    expect(picture.height).toBeGreaterThan(PHONE.height / 3);
    for (const name of ['Back to home', 'Share', /^Notifications/]) {
      const button = await boxOf(
        page.getByRole('main').locator('a, button').and(page.getByLabel(name)).first(),
      );
      expect(button.bottom, String(name)).toBeLessThan(picture.bottom);
      expect([button.width, button.height]).toEqual([48, 48]);
    }
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  },
);

test.for(EVENTS)(
  'EVD-14 at 1280 × 800 the same stands beside the poster, with %s',
  async ([, title, pictureOf], { host, marie, page, ui: { parts, poster } }) => {
    await page.setViewportSize(DESK);
    const id = await newEvent(host, { title, invitee_ids: [marie.id], ...(await pictureOf(host)) });
    await page.goto(`/event/${id}`);
    const picture = await boxOf(poster);
    for (const [name, part] of Object.entries(parts)) {
      const box = await boxOf(part);
      expect(box.x, name).toBeGreaterThan(picture.right);
      expect(box.bottom, name).toBeLessThanOrEqual(DESK.height);
    }
    expect(picture.width / picture.height).toBeGreaterThan(0.7);
    expect(picture.bottom).toBeLessThanOrEqual(DESK.height);
  },
);

test('EVD-14 LIVE-05 during an event the live map is next, and the answer is still on the first screen of a phone', async ({
  host,
  marie,
  page,
  ui: { parts },
}) => {
  await page.setViewportSize(PHONE);
  const times = { start_time: inHours(-1), end_time: inHours(2) };
  const id = await newEvent(host, { title: LONG_TITLE, invitee_ids: [marie.id], ...times });
  await marie.ok(inviteRoutes.respondToInvite, { params: { eventId: id }, body: { status: 'accepted' } });
  await page.goto(`/event/${id}`);
  const map = await boxOf(page.getByRole('link', { name: 'Live map: find your friends' }));
  const [who, answer] = [await boxOf(parts.who), await boxOf(parts.answer)];
  expect([map.width, map.height]).toEqual([PHONE.width - 2 * 16, 52]);
  expect(map.y).toBeGreaterThanOrEqual(who.bottom);
  expect(answer.y).toBeGreaterThan(map.bottom);
  expect(answer.bottom).toBeLessThanOrEqual(
    (await boxOf(page.getByRole('navigation', { name: 'Quick links' }))).y,
  );
});

test('EVD-14 nothing scrolls sideways on the narrowest screen and at 200 %, and all of it is reached in order', async ({
  host,
  marie,
  page,
}) => {
  const id = await newEvent(host, { title: LONG_TITLE, invitee_ids: [marie.id] });
  for (const size of [
    { width: 320, height: 640 },
    { width: 640, height: 400 },
    { width: 195, height: 422 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`/event/${id}`);
    await page.getByRole('group', { name: 'Your RSVP' }).waitFor();
    const tooWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await tooWide(), `${size.width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(PHONE);
  await page.getByRole('region', { name: /^Map of/ }).waitFor();
  await page.getByRole('main').focus();
  const expected = [
    'Back to home',
    'Share',
    'Notifications',
    'Hosted by',
    'Add to calendar',
    'Directions to',
    'Guests:',
    'Going',
    'Maybe',
    'Not Going',
    'Chat',
  ];
  for (const name of expected) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );
    // An avatar’s initial comes before the words.
    expect(focused).toMatch(new RegExp(`^.?${name}`));
  }
  const order = await page
    .getByRole('main')
    .locator('h1, h2')
    .evaluateAll((headings) => headings.map(({ textContent }) => textContent));
  expect(order).toEqual([LONG_TITLE, 'Your RSVP', 'Description', 'Location', 'Invited Friends (1)']);
});

test('EVD-14 LINK-01 while nobody is invited, inviting comes before the host’s own answer; then it stands at the list', async ({
  host,
  marie,
  visit,
}) => {
  const { page } = await visit(host, { viewport: PHONE });
  const invite = page.getByRole('button', { name: 'Invite by link' });
  await page.goto(`/event/${await newEvent(host)}`);
  const answer = await boxOf(page.getByRole('group', { name: 'Your RSVP' }));
  const bar = await boxOf(page.getByRole('navigation', { name: 'Quick links' }));
  expect((await boxOf(invite)).bottom).toBeLessThan(answer.y);
  expect(answer.bottom).toBeLessThanOrEqual(bar.y);
  await page.goto(`/event/${await newEvent(host, { invitee_ids: [marie.id] })}`);
  const below = await boxOf(page.getByRole('group', { name: 'Your RSVP' }));
  expect((await boxOf(invite)).y).toBeGreaterThan(below.bottom);
});

test('EVD-14 the counts lead to the list, and say who may come', async ({ host, marie, page, product }) => {
  const nadia = await newPerson(product, 'Nadia');
  // Enough of them for the list to reach the top of the screen.
  const others = await Promise.all(['Ben', 'Chloë', 'Dan'].map((name) => newPerson(product, name)));
  for (const friend of [nadia, ...others]) await befriend(friend, host);
  const id = await newEvent(host, { invitee_ids: [marie, nadia, ...others].map((person) => person.id) });
  await nadia.ok(inviteRoutes.respondToInvite, { params: { eventId: id }, body: { status: 'tentative' } });
  await page.setViewportSize(PHONE);
  await page.goto(`/event/${id}`);
  await page.getByRole('button', { name: 'Guests: 1 going, 1 maybe', exact: true }).click();
  const heading = page.getByRole('heading', { name: 'Invited Friends (5)' });
  await expect.poll(async () => (await boxOf(heading)).y).toBeLessThan(PHONE.height / 2);
  await expectFocused(heading);
});

test('EVD-14 links in a description work as in chat', async ({ marie, page }) => {
  const description = 'Tickets: https://example.org/lido (or javascript:alert(1)).';
  const id = await newEvent(marie, { description });
  await page.goto(`/event/${id}`);
  const link = page.getByRole('link', { name: 'https://example.org/lido' });
  const attribute = (name: string) => link.getAttribute(name);
  expect([await attribute('href'), await attribute('rel'), await attribute('target')]).toEqual([
    'https://example.org/lido',
    'noopener nofollow',
    '_blank',
  ]);
  const text = await page.getByRole('region', { name: 'Description' }).getByRole('paragraph').textContent();
  expect(text).toBe(description);
});

const shareWith = (page: Page) =>
  page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(globalThis, { shared });
    Object.assign(Navigator.prototype, { share: async (data: unknown) => void shared.push(data) });
  });

test('EVD-14 hosts share the invitation link, others the address of a public event and nothing of a private one', async ({
  host,
  marie,
  page,
  product,
}) => {
  await shareWith(page);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  const own = await newEvent(marie, { is_private: true });
  await page.goto(`/event/${own}`);
  await share.click();
  await page.getByRole('dialog', { name: 'Invite by link' }).waitFor();

  const open = await newEvent(host, { title: 'Regatta' });
  await page.goto(`/event/${open}`);
  await share.click();
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: unknown }).shared);
  await expect.poll(shared).toEqual([{ title: 'Regatta', url: `${product.url}/event/${open}` }]);

  const closed = await newEvent(host, { is_private: true, invitee_ids: [marie.id] });
  await page.goto(`/event/${closed}`);
  await page.getByRole('group', { name: 'Your RSVP' }).waitFor();
  expect(await share.count()).toBe(0);
});

test('EVD-14 without a share sheet the address is copied', async ({ host, page, product }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await newEvent(host);
  await page.goto(`/event/${id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByText('Link copied.', { exact: true }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${product.url}/event/${id}`);
});

test('EVD-14 the page has its picture’s hue, and goes back to its own', async ({ marie, page }) => {
  const id = await newEvent(marie, await withPicture(marie));
  const { tint } = await marie.ok(eventRoutes.getEvent, { params: { eventId: id } });
  await page.goto('/');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const tintOf = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--tint'));
  const plain = await ground();
  await page.getByRole('link', { name: /^View Details/ }).click();
  await expect.poll(tintOf).toBe(tint);
  expect(await ground()).not.toBe(plain);
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect.poll(ground).toBe(plain);
  const bare = await newEvent(marie, { title: 'Without a picture' });
  await page.goto(`/event/${bare}`);
  await expect.poll(tintOf).toMatch(/^#(37b3ba|ff5a36|fecba9)$/);
});

test.for(['light', 'dark'] as const)(
  'EVD-14 text is readable on a page of any tint: %s',
  async (colorScheme, { marie, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/event/${await newEvent(marie)}`);
    await page.getByRole('group', { name: 'Your RSVP' }).waitFor();
    for (const tint of EXTREME_TINTS) {
      const low = (await contrastsOn(page, tint)).filter(({ ratio, atLeast }) => ratio < atLeast);
      expect(low, tint).toEqual([]);
    }
  },
);
