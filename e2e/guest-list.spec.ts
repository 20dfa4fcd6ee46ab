import type { Route } from 'playwright-core';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { routes } from '@hereabouts/contract/routes';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, newEvent, newPerson } from './person.ts';
import { button } from './screen-parts.ts';
import { expectAccessible } from './visitor.ts';

const NAMES = ['Al', 'Bea', 'Cy', 'Di', 'Ed', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo', 'Kit', 'Lu'];

test('HOST-01 a long list shows the first and the reader, and all when asked; an answer’s list too', async ({
  marie,
  page,
  product,
}) => {
  const host = await newPerson(product, 'Tomé');
  const others = await Promise.all(NAMES.map((name) => newPerson(product, name)));
  const guests = [...others, marie];
  for (const guest of guests) await befriend(guest, host);
  const eventId = await newEvent(host, { invitee_ids: guests.map(({ id }) => id) });
  for (const guest of others) {
    await guest.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
  }
  await page.goto(`/event/${eventId}`);
  const list = page.getByRole('region', { name: 'Invited Friends (13)' });
  // Each begins with the initial in place of a picture.
  const names = async () =>
    (await list.getByRole('listitem').allTextContents()).map((text) =>
      text.slice(1).replace(/ \(you\)|Going|Pending/g, ''),
    );
  await expect.poll(names).toEqual([...NAMES.slice(0, 7), 'Marie']);
  await list.getByRole('button', { name: 'Show all 13' }).click();
  expect(await names()).toEqual([...NAMES, 'Marie']);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toContain('Hal');

  await page.reload();
  await list.getByRole('button', { name: '13 going' }).click();
  await expect.poll(async () => (await names()).length).toBe(13);
});

test('HOST-06 those removed are on their way, or can be read again where they could not be', async ({
  visitor,
  marie,
  page,
  product,
}) => {
  visitor.allowErrors(/500/, /could not load|server failed/);
  const tom = await newPerson(product, 'Tom');
  await befriend(marie, tom);
  const eventId = await newEvent(marie, { invitee_ids: [tom.id] });
  await marie.ok(routes.removeGuest, { params: { eventId, userId: tom.id } });
  await page.goto(`/event/${eventId}`);
  const refuse = (route: Route) => route.fulfill({ status: 500, json: {} });
  await page.route('**/removed-guests', refuse);
  const letGo = await hold(page, '**/removed-guests');
  await page.getByText('Removed (1)').click();
  await page.getByRole('status').filter({ hasText: 'Loading...' }).waitFor();
  await letGo();
  await button(page, 'Retry').waitFor();
  await expectAccessible(page);
  // Not earlier: the page reads again by itself once its connection is there.
  await page.unroute('**/removed-guests', refuse);
  await button(page, 'Retry').click();
  await button(page, 'Let back in: Tom').waitFor();
});
