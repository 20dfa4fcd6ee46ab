import { inviteRoutes } from '@hereabouts/contract/invites';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { expect } from 'vitest';
import { settled } from './joined.ts';
import { bar, holdLocation, MARIE_AT, test as journey } from './live-friends.ts';
import { befriend } from './person.ts';
import { untilText } from './until.ts';
import { PASSWORD } from './visitor.ts';

const READ = /\/api\/(me\/sharing|contacts|events\/\d+\/live)/;

const test = journey
  /** Of Marie, who shares from another device. */
  .extend('laptop', async ({ party: { marie, startSharing }, visit }) => {
    await startSharing(marie);
    const { page } = await visit(null);
    await page.goto('/login');
    await page.getByLabel('Email').fill(marie.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'LOG IN' }).click();
    await bar(page).getByText('Sharing from another device').waitFor();
    return page;
  });

test('LIVE-03 a device that does not send says with how many friends the other one shares now', async ({
  party,
  laptop: page,
}) => {
  const { marie, zoe, eventId, live } = party;
  await settled(page, '/contacts', ['user:'], READ);
  await bar(page).getByText(untilText('Sharing with 1 friend until')).waitFor();
  await befriend(marie, zoe);
  await bar(page).getByText(untilText('Sharing with 2 friends until')).waitFor();
  await settled(page, live, ['user:', 'live:'], READ);
  await bar(page).getByText(untilText('Sharing with 2 friends until')).waitFor();
  await zoe.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'declined' } });
  await bar(page).getByText(untilText('Sharing with 1 friend until')).waitFor();
});

test('LIVE-01 LIVE-07 a Start from this device counts also where the other one stops while the browser asks', async ({
  party,
  laptop: page,
}) => {
  const { marie, eventId, live } = party;
  const answer = await holdLocation(page, MARIE_AT);
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
