import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectFocus } from './focus.ts';
import { mayLocate, MARIE_AT, test as journey } from './live-friends.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** As long as the sheet takes to come to rest, several times over. */
const SETTLED = { timeout: 5_000, interval: 50 };

const dialogOf = (page: Page) => page.getByRole('dialog');
const topOf = async (page: Page) => Math.round((await dialogOf(page).boundingBox())!.y);

/** Opens the dialog for a new password; where it rests. */
async function openDialog(page: Page): Promise<number> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  return await topAtRest(page);
}

async function topAtRest(page: Page): Promise<number> {
  await dialogOf(page).waitFor();
  let last = Number.NaN;
  const isAtRest = async () => {
    const before = last;
    last = await topOf(page);
    // A page that draws no frame in between stands still as well.
    const moving = await dialogOf(page).evaluate((dialog) => dialog.getAnimations().length);
    return last === before && moving === 0;
  };
  await expect.poll(isAtRest, SETTLED).toBe(true);
  return last;
}

/** One finger. */
const fingerOf = (cdp: CDPSession) => {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    async pull(x: number, y: number, byPx: number) {
      await touch('touchStart', { x, y });
      for (let part = 1; part <= 10; part += 1) await touch('touchMove', { x, y: y + (byPx * part) / 10 });
    },
    release: () => touch('touchEnd'),
  };
};

const test = journey.extend('phone', async ({ marie, visit }) => {
  const { page } = await visit(marie, PHONE);
  const cdp = await page.context().newCDPSession(page);
  return { page, finger: fingerOf(cdp) };
});

test('a dialog on a phone follows the finger, goes back from a little pull and closes by a long one', async ({
  phone: { page, finger },
}) => {
  const restPx = await openDialog(page);
  const x = PHONE.viewport.width / 2;
  await finger.pull(x, restPx + 20, 60);
  // The first few px decide whether it is a pull.
  await expect.poll(() => topOf(page), SETTLED).toBeGreaterThan(restPx + 40);
  expect(await topOf(page)).toBeLessThanOrEqual(restPx + 60);
  // A finger that rests before it lets go throws nothing.
  const from = await page.evaluate(() => performance.now());
  await page.waitForFunction((since) => performance.now() - since > 200, from);
  await finger.release();
  await expect.poll(() => topOf(page), SETTLED).toBe(restPx);

  await finger.pull(x, restPx + 20, 400);
  await finger.release();
  await dialogOf(page).waitFor({ state: 'detached' });
  await expectFocus(page, 'Change Password');
});

test('a dialog does not follow the finger for people who avoid motion', async ({
  phone: { page, finger },
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const restPx = await openDialog(page);
  await finger.pull(PHONE.viewport.width / 2, restPx + 20, 400);
  expect(await topOf(page)).toBe(restPx);
  await finger.release();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
});

test('LIVE-09 within a sheet a finger on the map moves the map', async ({ party, visit }) => {
  const { page } = await visit(party.marie, { ...PHONE, ...mayLocate(MARIE_AT) });
  await page.goto(party.live);
  await page.getByRole('button', { name: 'Set a meeting point' }).click();
  const map = dialogOf(page).getByRole('group', { name: /^Meeting point\. Arrow keys/ });
  await map.waitFor();
  const restPx = await topAtRest(page);
  const { x, y, width, height } = (await map.boundingBox())!;
  const finger = fingerOf(await page.context().newCDPSession(page));
  await finger.pull(x + width / 2, y + height / 4, 100);
  expect(await topOf(page)).toBe(restPx);
  await finger.release();
  expect(await topOf(page)).toBe(restPx);
});
