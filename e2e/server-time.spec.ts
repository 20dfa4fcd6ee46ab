import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { notificationSettingsRoutes } from '@hereabouts/contract/notification-settings';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';

test.for([3, -3] as const)(
  'HOME-22 a device clock that is %i h off does not affect home, event page and form',
  async (hours, { product, visit }) => {
    const [host, guest] = [await newPerson(product, 'Marie'), await newPerson(product, 'Tom')];
    await befriend(host, guest);
    const invitee_ids = [guest.id];
    const running = await newEvent(host, {
      title: 'Running',
      start_time: inHours(-1),
      end_time: inHours(2),
      invitee_ids,
    });
    const ahead = await newEvent(host, {
      title: 'Ahead',
      start_time: inHours(1),
      end_time: inHours(2),
      invitee_ids,
    });
    const over = await newEvent(host, {
      title: 'Over',
      start_time: inHours(-2),
      end_time: inHours(-1),
      invitee_ids,
    });
    for (const eventId of [running, ahead]) {
      await guest.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
    }
    const { page } = await visit(guest);
    await page.clock.install({ time: Date.now() + hours * HOUR_MS });
    await page.goto('/');
    const live = page.getByRole('region', { name: 'LIVE' });
    await live.getByRole('article', { name: 'Running' }).waitFor();
    await page.getByRole('article', { name: 'Ahead' }).waitFor();
    expect(await live.getByRole('article').count()).toBe(1);
    expect(await page.getByRole('heading', { name: 'LIVE', exact: true }).count()).toBe(1);

    await page.goto(`/event/${running}`);
    await page.getByText('Live now', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
    await page.goto(`/event/${ahead}`);
    await page.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
    expect(await page.getByText('Live now', { exact: true }).count()).toBe(0);
    await page.goto(`/event/${over}`);
    await page.getByText('This event has ended. Your response was: Pending', { exact: true }).waitFor();

    const owner = await visit(host);
    await owner.page.clock.install({ time: Date.now() + hours * HOUR_MS });
    await owner.page.goto(`/edit-event/${running}`);
    expect(await owner.page.getByLabel('Start Time*').isDisabled()).toBe(false);
    await owner.page.goto(`/edit-event/${over}`);
    expect(await owner.page.getByLabel('Start Time*').isDisabled()).toBe(true);
  },
);

test('NOTE-03 PUSH-02 EVF-25 a device clock that is 3 h ahead takes no buttons, mutes and questions away', async ({
  product,
  visit,
}) => {
  const [host, guest] = [await newPerson(product, 'Marie'), await newPerson(product, 'Tom')];
  await befriend(host, guest);
  const ahead = { start_time: inHours(1), end_time: inHours(2), invitee_ids: [guest.id] };
  await newEvent(host, { title: 'Unanswered', ...ahead });
  const eventId = await newEvent(host, { title: 'Together', ...ahead });
  const params = { eventId };
  await guest.ok(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } });
  await host.ok(coHostRoutes.addCoHost, { params: { eventId, userId: guest.id } });
  await guest.ok(notificationSettingsRoutes.muteChat, { params, body: { for: 'hour' } });
  const { page } = await visit(guest);
  await page.clock.install({ time: Date.now() + 3 * HOUR_MS });
  await page.goto('/notifications');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Unanswered' });
  await row.getByRole('button', { name: 'Going', exact: true }).waitFor();
  await page.goto(`/chat/${eventId}`);
  await page.getByRole('button', { name: 'Notifications for this chat, muted' }).waitFor();
  await page.goto(`/edit-event/${eventId}`);
  await page.getByLabel('Event Title*').fill('Together again');
  await page.getByRole('button', { name: 'Update Event', exact: true }).click();
  await page.getByRole('dialog', { name: "Keep everyone's answers?" }).waitFor();
});
