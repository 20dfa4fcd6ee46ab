import { randomUUID } from 'node:crypto';
import { routes } from '@hereabouts/contract/routes';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { befriend, newEvent, newPerson, type Person } from './person.ts';

test('HOST-05 an announcement is read out on an open page, and one that was there before is not', async ({
  product,
  page,
  marie,
}) => {
  const tom = await newPerson(product, 'Tom');
  await befriend(marie, tom);
  const params = { eventId: await newEvent(tom, { invitee_ids: [marie.id] }) };
  const announce = (message: string) =>
    tom.ok(routes.announce, { params, body: { id: randomUUID(), message } });
  const told = (message: string) => page.getByRole('status').getByText(`Announcement: ${message}`);
  const shown = page.getByRole('region', { name: 'Announcement' });
  await announce('Bring gloves');
  await page.goto(`/event/${params.eventId}`);
  await shown.getByText('Bring gloves').waitFor();
  expect(await told('Bring gloves').count()).toBe(0);
  await announce('Moved to the other beach');
  await told('Moved to the other beach').waitFor();
  await tom.ok(routes.takeDownAnnouncement, { params, query: {} });
  await told('Moved to the other beach').waitFor({ state: 'detached' });
});

test('HOST-08 whoever waits for a place is told when one comes free', async ({ product, page, marie }) => {
  const [tom, anna] = [await newPerson(product, 'Tom'), await newPerson(product, 'Anna')];
  for (const friend of [marie, anna]) await befriend(tom, friend);
  const params = { eventId: await newEvent(tom, { places: 2, invitee_ids: [marie.id, anna.id] }) };
  const answer = (person: Person, status: 'accepted' | 'declined') =>
    person.ok(routes.respondToInvite, { params, body: { status, wait: true } });
  await answer(anna, 'accepted');
  await page.goto(`/event/${params.eventId}`);
  const says = (text: string | RegExp) => page.getByRole('status').getByText(text);
  await page.getByRole('button', { name: 'Join the waiting list' }).click();
  await says(/^You are 1st on the waiting list/).waitFor();
  expect(await says('You are going').count()).toBe(0);
  await answer(anna, 'declined');
  await says('You are going').waitFor();
  await page.getByRole('button', { name: 'Maybe', exact: true }).click();
  await says('You are going').waitFor({ state: 'detached' });
});
