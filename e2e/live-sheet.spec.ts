import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectFocus, expectFocused, tabTo } from './focus.ts';
import { bar, MARIE_AT, mayLocate, onMap, rowOf, test as journey, TOM_AT } from './live-friends.ts';
import { untilText } from './until.ts';
import { expectAccessible } from './visitor.ts';

const PHONE = { width: 390, height: 844 };
/** As long as the sheet takes to come to rest, several times over. */
const SETTLED = { timeout: 5_000, interval: 50 };

const test = journey
  /** Tom's phone, on which Marie is live. */
  .extend('phone', async ({ party, visit, marieAt }) => {
    const tom = await visit(party.tom, { ...mayLocate(TOM_AT), viewport: PHONE, hasTouch: true });
    await Promise.all([tom, marieAt].map(({ page }) => page.goto(party.live)));
    await party.startSharing(party.marie);
    await onMap(tom.page, party.marie).waitFor();
    return tom;
  });

const sheetOf = (page: Page) => page.getByRole('region', { name: "Who's here" });
const handleOf = (page: Page) => page.getByRole('button', { name: /^Height of the list: / });
const topOf = async (page: Page) => Math.round((await sheetOf(page).boundingBox())!.y);
/** Of what the sheet lies on. */
const bottomOf = async (page: Page) => {
  const map = (await page.getByRole('region', { name: /^Live map of/ }).boundingBox())!;
  return Math.round(map.y + map.height);
};

async function expectHeight(page: Page, height: 'low' | 'half' | 'full'): Promise<number> {
  await page
    .getByRole('button', { name: `Height of the list: ${height}. Up and down arrow keys change it.` })
    .waitFor();
  // At rest.
  let last = Number.NaN;
  await expect
    .poll(async () => {
      const before = last;
      last = await topOf(page);
      // A page that draws no frame in between stands still as well.
      const moving = await sheetOf(page).evaluate((sheet) => sheet.getAnimations().length);
      return last === before && moving === 0;
    }, SETTLED)
    .toBe(true);
  return last;
}

/** Longer than the movement that counts when a finger lets go. */
async function rest(page: Page): Promise<void> {
  const from = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 200, from);
}

/** From the sheet's handle by so many px, at rest before it lets go. */
async function drag(page: Page, byPx: number): Promise<void> {
  const box = (await handleOf(page).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + byPx / 2);
  await page.mouse.move(x, y + byPx);
  await rest(page);
  await page.mouse.up();
}

test('LIVE-14 the map fills the screen; dragged, the sheet follows the finger and stays at one of three heights', async ({
  phone: { page },
}) => {
  const half = await expectHeight(page, 'half');
  const map = (await page.getByRole('region', { name: /^Live map of/ }).boundingBox())!;
  expect([map.x, map.y, map.width]).toEqual([0, 0, PHONE.width]);
  const dock = (await page.getByRole('button', { name: 'Share where I am' }).boundingBox())!;
  expect(map.y + map.height).toBeLessThan(dock.y);
  expect(map.height).toBeGreaterThan(PHONE.height - 80);
  expect(await page.getByRole('navigation', { name: 'Quick links' }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(PHONE.height);

  // In the middle of a drag it is where the finger is, and nothing in it changes its size.
  const handle = (await handleOf(page).boundingBox())!;
  const [x, y] = [handle.x + handle.width / 2, handle.y + 12];
  const sizes = () =>
    sheetOf(page).evaluate((sheet) => [...sheet.children].map((child) => child.clientHeight).join());
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 20);
  const during = await sizes();
  await page.mouse.move(x, y + 100);
  await expect.poll(() => topOf(page), SETTLED).toBe(half + 100);
  expect(await sizes()).toBe(during);
  await page.mouse.move(x, y);
  await rest(page);
  await page.mouse.up();
  expect(await expectHeight(page, 'half')).toBe(half);

  await drag(page, -300);
  const full = await expectHeight(page, 'full');
  expect(full).toBeLessThan(90);
  await drag(page, 700);
  const low = await expectHeight(page, 'low');
  expect(await bottomOf(page)).toBeGreaterThan(low);
  expect((await bottomOf(page)) - low).toBeLessThan(160);
  // Less than half of the way leads back.
  await drag(page, -60);
  expect(await expectHeight(page, 'low')).toBe(low);
  await drag(page, -250);
  await expectHeight(page, 'half');
});

test('LIVE-14 a finger on the list moves the sheet where there is nothing to scroll', async ({
  phone: { page },
}) => {
  await expectHeight(page, 'half');
  const session = await page.context().newCDPSession(page);
  const swipe = async (fromY: number, toY: number) => {
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: at === undefined ? [] : [{ x: 150, y: at }],
      });
    await touch('touchStart', fromY);
    for (const part of [0.1, 0.4, 0.7, 1]) await touch('touchMove', fromY + (toY - fromY) * part);
    await rest(page);
    await touch('touchEnd');
  };
  await swipe(600, 200);
  const full = await expectHeight(page, 'full');
  await swipe(full + 200, full + 560);
  await expectHeight(page, 'half');
});

test('LIVE-14 the heights are set by a button and by the arrow keys, and announced', async ({
  party,
  phone: { page },
}) => {
  await expectHeight(page, 'half');
  const status = sheetOf(page).getByRole('status').first();
  await handleOf(page).click();
  await expectHeight(page, 'full');
  expect(await status.textContent()).toBe('Height: full');
  await handleOf(page).press('ArrowDown');
  await handleOf(page).press('ArrowDown');
  const low = await expectHeight(page, 'low');
  expect(await status.textContent()).toBe('Height: low');
  await handleOf(page).press('ArrowDown');
  expect(await expectHeight(page, 'low')).toBe(low);
  await handleOf(page).press('Enter');
  await expectHeight(page, 'half');
  await handleOf(page).press('ArrowDown');
  await expectHeight(page, 'low');
  // What the keyboard reaches in the list is in sight.
  await tabTo(page, /^Marie Le Brocq/);
  await expectHeight(page, 'half');
  const endOfRow = async () => {
    const { y, height } = (await rowOf(page, party.marie).boundingBox())!;
    return y + height;
  };
  await expect.poll(endOfRow).toBeLessThan(await bottomOf(page));
});

test('LIVE-14 a face on the map and a row of the list both show the person, and the map stays in sight', async ({
  party,
  phone: { page },
}) => {
  const { marie } = party;
  const half = await expectHeight(page, 'half');
  const card = page.getByRole('group', { name: marie.name });
  const expectCard = async () => {
    await card.getByText(/^1[12]0 m ± (15|20) m, north-east$/).waitFor();
    await card.getByRole('link', { name: `Find ${marie.name}` }).waitFor();
    await card.getByRole('button', { name: `Beacon for ${marie.name}` }).waitFor();
    await expectFocus(page, marie.name);
    const top = await page
      .getByRole('region', { name: "Who's here" })
      .boundingBox()
      .then((box) => box!.y);
    expect(top).toBeGreaterThan(PHONE.height / 2);
    const isFaceInSight = async () => {
      const face = (await onMap(page, marie).boundingBox())!;
      return face.y > 0 && face.y + face.height < top;
    };
    await expect.poll(isFaceInSight).toBe(true);
    const [actions, edge] = [await card.boundingBox(), await bottomOf(page)];
    expect(actions!.y + actions!.height).toBeLessThanOrEqual(edge);
  };
  await onMap(page, marie).click();
  await expectHeight(page, 'low');
  await expectCard();
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Back to the list' }).click();
  await card.waitFor({ state: 'detached' });
  expect(await expectHeight(page, 'half')).toBe(half);

  await handleOf(page).press('ArrowUp');
  await expectHeight(page, 'full');
  const row = rowOf(page, marie).getByRole('button');
  await row.press('Enter');
  await expectHeight(page, 'low');
  await expectCard();
  await page.keyboard.press('Escape');
  await expectHeight(page, 'full');
  await expectFocused(row);
});

test('LIVE-14 the card of a friend who leaves the event makes way for the list, and does not come back with them', async ({
  party,
  marieAt,
  phone: { page },
}) => {
  marieAt.allowErrors(/403/, /Only people who answered Going or Maybe/);
  const { marie, eventId } = party;
  await expectHeight(page, 'half');
  await onMap(page, marie).click();
  await expectFocus(page, marie.name);
  const body = { status: 'declined' } as const;
  await marie.ok(inviteRoutes.respondToInvite, { params: { eventId }, body });
  await rowOf(page, marie).waitFor({ state: 'detached' });
  await expectHeight(page, 'half');
  await expectFocus(page, 'Live map');
  await party.going(marie);
  await rowOf(page, marie).waitFor();
  expect(await page.getByRole('group', { name: marie.name }).count()).toBe(0);
  await expectFocus(page, 'Live map');
});

test('LIVE-03 LIVE-14 the bar is in sight at each height, and Stop works from each', async ({
  party,
  phone: { page },
}) => {
  const { tom } = party;
  for (const [key, height] of [
    ['ArrowUp', 'full'],
    ['ArrowDown', 'half'],
    ['ArrowDown', 'low'],
  ] as const) {
    await handleOf(page).press(key);
    await expectHeight(page, height);
    await party.startSharing(tom);
    await bar(page).getByText(untilText('Sharing with 2 friends until')).waitFor();
    await expectHeight(page, height);
    const box = (await bar(page).boundingBox())!;
    expect(Math.round(box.y + box.height)).toBe(PHONE.height);
    expect(await bottomOf(page)).toBeLessThanOrEqual(Math.round(box.y));
    await bar(page).getByRole('button', { name: /^Stop/ }).click();
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Share where I am' }).waitFor();
  }
});

test('LIVE-14 with reduced motion the sheet is at its height at once', async ({ phone: { page } }) => {
  await expectHeight(page, 'half');
  const lasts = () => sheetOf(page).evaluate((sheet) => getComputedStyle(sheet).transitionDuration);
  expect(await lasts()).toBe('0.28s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await lasts()).toBe('0s');
  const half = await topOf(page);
  await handleOf(page).press('ArrowDown');
  await handleOf(page)
    .and(page.getByRole('button', { name: /: low\./ }))
    .waitFor();
  expect(await topOf(page)).toBeGreaterThan(half);
});

test('LIVE-14 on a narrow screen and at 200 % everything is reached, and nothing is wider than the screen', async ({
  party,
  phone: { page },
}) => {
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(viewport);
    await party.startSharing(party.tom);
    await bar(page).waitFor();
    for (const height of ['full', 'low', 'half'] as const) {
      while (!(await handleOf(page).getAttribute('aria-label'))!.includes(`: ${height}.`))
        await handleOf(page).press('Enter');
      await expectHeight(page, height);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      const box = (await bar(page).boundingBox())!;
      expect(Math.round(box.y + box.height)).toBe(viewport.height);
    }
    const last = page.getByText(/^Works while this page is on screen\./);
    await last.scrollIntoViewIfNeeded();
    const end = (await last.boundingBox())!;
    expect(end.y + end.height).toBeLessThanOrEqual(await bottomOf(page));
    await bar(page).getByRole('button', { name: /^Stop/ }).click();
    await bar(page).waitFor({ state: 'detached' });
  }
});

test('LIVE-14 the page is accessible at each height, in light and in dark', async ({ phone: { page } }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const height of ['full', 'low', 'half'] as const) {
      while (!(await handleOf(page).getAttribute('aria-label'))!.includes(`: ${height}.`))
        await handleOf(page).press('Enter');
      await expectHeight(page, height);
      await expectAccessible(page);
    }
  }
});

test('LIVE-14 from 800 px on the map is beside the people', async ({ party, marieAt, visit }) => {
  await marieAt.page.goto(party.live);
  await party.startSharing(party.marie);
  const { page } = await visit(party.tom, {
    ...mayLocate(MARIE_AT),
    viewport: { width: 800, height: 900 },
  });
  await page.goto(party.live);
  await onMap(page, party.marie).waitFor();
  const [map, sheet] = [
    (await page.getByRole('region', { name: /^Live map of/ }).boundingBox())!,
    (await sheetOf(page).boundingBox())!,
  ];
  expect(sheet.x).toBeGreaterThanOrEqual(map.x + map.width);
  expect(await handleOf(page).count()).toBe(0);
  await party.startSharing(party.tom);
  await bar(page).waitFor();
  const over = (await bar(page).boundingBox())!;
  expect(over.x).toBeGreaterThanOrEqual(map.x + map.width);
});
