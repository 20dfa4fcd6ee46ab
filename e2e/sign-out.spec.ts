import { liveRoutes } from '@hereabouts/contract/live';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { bar, mayLocate, MARIE_AT, test as journey } from './live-friends.ts';
import { PASSWORD } from './visitor.ts';

/** A sign-out that the server does not hear of at once. */

const test = journey
  /** Marie's phone, where she has signed in and shares. */
  .extend('phone', async ({ party, visit }) => {
    const visitor = await visit(null, mayLocate(MARIE_AT));
    visitor.allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503|40[13]/, /hereabouts/);
    const { page } = visitor;
    await page.goto(`/login?next=${party.live}`);
    await page.getByLabel('Email').fill(party.marie.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'LOG IN' }).click();
    await page.getByRole('button', { name: 'Share where I am' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start sharing' }).click();
    await bar(page).waitFor();
    await page.goto('/profile');
    await bar(page).waitFor();
    await page.getByRole('button', { name: 'Sign Out', exact: true }).waitFor();
    return page;
  })
  .extend('isSharing', ({ party }) => async () => {
    const { friends } = await party.tom.ok(liveRoutes.getLive, { params: { eventId: party.eventId } });
    return friends.find(({ user }) => user.id === party.marie.id)?.is_sharing;
  });

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === '/login');
}
/** What somebody who uses the device next could read. */
const kept = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));

test('PWA-06 LIVE-10 signed out offline, the session and its sharing end once the device is online again, and no token is kept (S64)', async ({
  phone,
  isSharing,
}) => {
  expect(await isSharing()).toBe(true);
  await phone.context().setOffline(true);
  await signOut(phone);
  expect(await kept(phone)).not.toMatch(/token|eyJ/);
  expect(await isSharing()).toBe(true);
  await phone.context().setOffline(false);
  await expect.poll(isSharing).toBe(false);
  await expect.poll(() => kept(phone)).not.toContain('left-sessions');
});

test('PWA-06 LIVE-10 a sign-out that the server refused is sent again by the next page that opens (S64)', async ({
  phone,
  isSharing,
}) => {
  await phone.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 503 }));
  await signOut(phone);
  expect(await isSharing()).toBe(true);
  await phone.unroute('**/auth/v1/logout*');
  await phone.goto('/register');
  await expect.poll(isSharing).toBe(false);
});
