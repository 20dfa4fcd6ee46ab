import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { ACCESS_LOSS_MAX_MS } from '@hereabouts/contract/realtime';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectFocused } from './focus.ts';
import {
  bar,
  isSeenLive,
  MARIE_AT,
  MARIE_LATER,
  mayLocate,
  onMap,
  rowOf,
  test,
  TOM_AT,
} from './live-friends.ts';
import { befriend, type Person } from './person.ts';
import { NETWORK_MAX_MS } from './product.ts';
import { endsText, untilText } from './until.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

/** Moves a device, and waits until its page has been told: the page listens before it moves, as only a change is told. */
async function move(page: Page, to: typeof TOM_AT): Promise<void> {
  await page.evaluate((north) => {
    const told = new Promise<void>((resolve) => {
      navigator.geolocation.watchPosition(({ coords }) => coords.latitude === north && resolve());
    });
    Object.assign(globalThis, { told });
  }, to.latitude);
  await page.context().setGeolocation(to);
  await page.evaluate('told');
}

/** Within two seconds from now nothing on the page tells where a person is. */
async function expectGone(page: Page, person: Person): Promise<void> {
  const distance = page
    .getByText(/(^|within |under )\d+ m\b/)
    .and(page.locator(':not(.leaflet-control-scale-line)'));
  await expect
    .poll(async () => (await onMap(page, person).count()) + (await distance.count()), {
      timeout: ACCESS_LOSS_MAX_MS + NETWORK_MAX_MS,
      interval: 50,
    })
    .toBe(0);
}

test('LIVE-01 LIVE-06 sharing is off; the page says who of the friends takes part and that nobody shares', async ({
  party,
  tomAt,
  marieAt,
  zoeAt,
}) => {
  const { tom, marie, zoe } = party;
  await Promise.all([tomAt, marieAt, zoeAt].map(({ page }) => page.goto(party.live)));
  await tomAt.page.getByText('None of your friends are sharing right now.').waitFor();
  await rowOf(tomAt.page, marie).getByText('Not sharing').waitFor();
  await rowOf(tomAt.page, zoe).getByText('Not sharing').waitFor();
  await rowOf(marieAt.page, tom).waitFor();
  expect(await rowOf(marieAt.page, zoe).count()).toBe(0);
  expect(await bar(marieAt.page).count()).toBe(0);
  await expectAccessible(tomAt.page);
  await expectAccessible(marieAt.page);
});

test('LIVE-01 LIVE-03 LIVE-08 LIVE-13 sharing starts after a written explanation, then a bar shows it', async ({
  party,
  marieAt,
}) => {
  const { page } = marieAt;
  await page.goto(party.live);
  await page.getByRole('button', { name: 'Share where I am' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share where you are' });
  await dialog.getByText(/^Your 1 friend taking part: Tom Renouf\. Nobody else\./).waitFor();
  await dialog.getByText(endsText('Until the event ends', ', or until you press Stop\\.')).waitFor();
  const whenItWorks =
    /^Works while this page is on screen\. When your phone is locked, friends see your last location/;
  await dialog.getByText(whenItWorks).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Start sharing' }).click();
  await dialog.waitFor({ state: 'detached' });
  await bar(page).getByText(untilText('Sharing with 1 friend until')).waitFor();
  await page.getByText('Your friends see where you are.').waitFor();
  await expectAccessible(page);
});

test('LIVE-02 LIVE-05 LIVE-06 a friend sees the position on the map and in the list, with distance and direction', async ({
  party,
  tomAt,
  isShared: _,
}) => {
  const { marie } = party;
  const { page } = tomAt;
  await isSeenLive(page, marie).waitFor();
  await rowOf(page, marie)
    .getByText(/^1[12]0 m ± (15|20) m, north-east$/)
    .waitFor();
  await onMap(page, marie).waitFor();
  await page.getByText('1 of 2 sharing, nearest first.').waitFor();
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /Marie|Zoe/ })
      .allTextContents(),
  ).toEqual([expect.stringContaining('Marie'), expect.stringContaining('Zoe')]);
  await expectAccessible(page);
});

test('LIVE-06 row and marker of a friend belong together: each opens the same actions', async ({
  party,
  tomAt,
  isShared: _,
}) => {
  const { marie } = party;
  const { page } = tomAt;
  const card = page.getByRole('group', { name: marie.name });
  const head = rowOf(page, marie).getByRole('button', { name: new RegExp(`^${marie.name}`) });
  await onMap(page, marie).click();
  await card.getByRole('link', { name: `Find ${marie.name}` }).waitFor();
  await expect.poll(() => onMap(page, marie).getAttribute('aria-pressed')).toBe('true');
  // The card stands for the row, which is not there twice.
  await head.waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'Back to the list' }).click();
  await card.waitFor({ state: 'detached' });
  expect(await head.getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => onMap(page, marie).getAttribute('aria-pressed')).toBe('false');
  await head.press('Enter');
  await card.getByRole('link', { name: `Find ${marie.name}` }).waitFor();
  await expect.poll(() => onMap(page, marie).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await expectFocused(head);
});

test('LIVE-02 a participant who is not a friend sees no position', async ({ party, zoeAt, isShared: _ }) => {
  const { marie } = party;
  const { page } = zoeAt;
  await page.goto(party.live);
  await page.getByText('None of your friends are sharing right now.').waitFor();
  expect(await page.getByText(marie.name).count()).toBe(0);
  expect(await page.locator('.live-person').count()).toBe(0);
});

test('LIVE-05 LIVE-07 the movement of a friend is shown', async ({ party, tomAt, marieAt, isShared: _ }) => {
  const { marie } = party;
  await marieAt.page.context().setGeolocation(MARIE_LATER);
  await rowOf(tomAt.page, marie)
    .getByText(/^350 m ± (15|20) m, south$/)
    .waitFor();
});

test('LIVE-07 sharing goes on from any page, and after a lost connection', async ({
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  const { marie } = party;
  marieAt.allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const { page } = marieAt;
  await page.goto('/contacts');
  await page.context().setGeolocation(MARIE_LATER);
  await rowOf(tomAt.page, marie)
    .getByText(/^350 m/)
    .waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Offline\./).waitFor();
  await move(page, MARIE_AT);
  await page.context().setOffline(false);
  await rowOf(tomAt.page, marie)
    .getByText(/^1[12]0 m/)
    .waitFor();
});

test('LIVE-07 of two tabs only one sends, and the other takes over when it is closed', async ({
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  const { marie } = party;
  const sentBy = (page: Page) => {
    const sent: string[] = [];
    page.on('websocket', (socket) =>
      socket.on(
        'framesent',
        ({ payload }) => String(payload).includes('"position"') && sent.push(String(payload)),
      ),
    );
    return sent;
  };
  const has = (sent: string[], { latitude }: typeof TOM_AT) =>
    sent.some((text) => text.includes(`"latitude":${latitude}`));
  const first = marieAt.page;
  const firstSent = sentBy(first);
  await first.goto('/contacts');
  await expect.poll(() => firstSent.length).toBeGreaterThan(0);
  const second = await first.context().newPage();
  const secondSent = sentBy(second);
  await second.goto('/profile');
  await expect.poll(() => secondSent.length).toBeGreaterThan(0);
  await first.context().setGeolocation(MARIE_LATER);
  await rowOf(tomAt.page, marie)
    .getByText(/^350 m/)
    .waitFor();
  expect([has(firstSent, MARIE_LATER), has(secondSent, MARIE_LATER)]).toEqual([false, true]);
  firstSent.length = 0;
  await second.close();
  await first.context().setGeolocation(MARIE_AT);
  await rowOf(tomAt.page, marie)
    .getByText(/^1[12]0 m/)
    .waitFor();
  expect(has(firstSent, MARIE_AT)).toBe(true);
});

test('LIVE-02 LIVE-03 Stop removes the position from a friend’s page within two seconds, and the bar from every page', async ({
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  const { marie } = party;
  const second = await marieAt.page.context().newPage();
  await second.goto('/profile');
  await bar(second).waitFor();
  await bar(marieAt.page).getByRole('button', { name: /^Stop/ }).click();
  await expectGone(tomAt.page, marie);
  await bar(marieAt.page).waitFor({ state: 'detached' });
  await bar(second).waitFor({ state: 'detached' });
  await second.close();
  await rowOf(tomAt.page, marie).getByText('Not sharing').waitFor();
});

test('LIVE-02 answering Not Going ends sharing and the bar within two seconds', async ({
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  marieAt.allowErrors(/403|404/, /Only people who answered Going or Maybe|could not load/);
  const { marie } = party;
  await bar(marieAt.page).waitFor();
  await marie.ok(inviteRoutes.respondToInvite, {
    params: { eventId: party.eventId },
    body: { status: 'declined' },
  });
  await expectGone(tomAt.page, marie);
  await bar(marieAt.page).waitFor({ state: 'detached' });
  await marieAt.page.goto(party.live);
  await marieAt.page.getByText('Only people who answered Going or Maybe can use the live map').waitFor();
  await expectAccessible(marieAt.page);
  await party.going(marie);
  await marieAt.page.getByRole('button', { name: 'Share where I am' }).waitFor();
});

test('LIVE-02 unfriending removes the position from an open page within two seconds', async ({
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  const { tom, marie } = party;
  await marie.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId: party.friendshipId } });
  await expectGone(tomAt.page, marie);
  await rowOf(tomAt.page, marie).waitFor({ state: 'detached' });
  await bar(marieAt.page)
    .getByText(/^Sharing with 0 friends/)
    .waitFor();
  await befriend(tom, marie);
  await isSeenLive(tomAt.page, marie).waitFor();
});

test('LIVE-07 another device shows that it is not the one sharing, and can stop it', async ({
  visit,
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  const { marie } = party;
  const elsewhere = await visit(null, mayLocate(TOM_AT));
  const { page } = elsewhere;
  await page.goto('/login');
  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await bar(page).getByText('Sharing from another device').waitFor();
  await page.goto(party.live);
  await page.getByRole('button', { name: 'Share from this device' }).waitFor();
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: /^Stop/ }).click();
  await expectGone(tomAt.page, marie);
  await bar(marieAt.page).waitFor({ state: 'detached' });
});

test('LIVE-02 withdrawing an invitation ends sharing within two seconds and closes the live page', async ({
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  marieAt.allowErrors(/403|404/, /Only people who answered Going or Maybe|could not load/);
  const { marie } = party;
  await party.uninvite(marie);
  await expectGone(tomAt.page, marie);
  await bar(marieAt.page).waitFor({ state: 'detached' });
  await marieAt.page
    .getByText(/^(Only people who answered Going or Maybe|Event Not Found)/)
    .first()
    .waitFor();
});

test('LIVE-02 signing out ends sharing within two seconds', async ({
  party,
  tomAt,
  marieAt,
  isShared: _,
}) => {
  const { marie } = party;
  const { page } = marieAt;
  await page.goto('/profile');
  await bar(page).waitFor();
  await isSeenLive(tomAt.page, marie).waitFor();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expectGone(tomAt.page, marie);
  await page.waitForURL('**/login*');
});
