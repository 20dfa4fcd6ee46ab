import { sharingRoutes } from '@hereabouts/contract/sharing';
import { expect } from 'vitest';
import { expectFocus } from './focus.ts';
import { bar, holdLocation, MARIE_AT, test } from './live-friends.ts';
import { untilText } from './until.ts';
import { PASSWORD } from './visitor.ts';

test.for(['Share where I am', 'Be the first on the map'])(
  'LIVE-01 sharing that is started by the keyboard from "%s" is said, and the focus goes to the heading',
  async (name, { party, marieAt }) => {
    const { page } = marieAt;
    await page.goto(party.live);
    await page.getByRole('button', { name }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share where you are' });
    await dialog.getByRole('button', { name: 'Not now' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocus(page, name);
    await page.getByRole('button', { name }).press('Enter');
    await dialog.getByRole('button', { name: 'Start sharing' }).press('Enter');
    await page.getByRole('status').getByText(untilText('Sharing until')).waitFor();
    await bar(page).waitFor();
    await expectFocus(page, 'Live map');
  },
);

test('LIVE-01 LIVE-07 a Start from this device counts also where that of another one ends while the browser asks', async ({
  party,
  visit,
}) => {
  const { marie, eventId, live } = party;
  await party.startSharing(marie);
  const { page } = await visit(null);
  const answer = await holdLocation(page, MARIE_AT);
  await page.goto('/login');
  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(live);
  await page.getByRole('button', { name: 'Share from this device' }).click();
  await page.getByRole('button', { name: 'Start sharing' }).click();
  await page.getByRole('button', { name: 'Waiting for your browser' }).waitFor();
  await marie.ok(sharingRoutes.stopSharing, { params: { eventId } });
  await expect.poll(() => page.getByText('Sharing from another device').count()).toBe(0);
  await answer();
  await bar(page).getByText(untilText('Sharing with 1 friend until')).waitFor();
  expect((await marie.ok(sharingRoutes.listSharing)).sharing).toHaveLength(1);
});
