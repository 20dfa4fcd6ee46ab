import { eventRoutes } from '@hereabouts/contract/events';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, newEvent, newPerson } from './person.ts';

const AWAY = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /\[hereabouts\]/, /WebSocket/];

const test = journey.extend('tom', ({ product }) => newPerson(product, 'Tom Renouf'));

const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const waits = (page: Page) => page.getByText('Will be sent when you are online', { exact: true });

test('PWA-06 an answer that is on its way when the network ends waits until it is back', async ({
  visitor,
  page,
  marie,
  tom,
}) => {
  await befriend(marie, tom);
  const eventId = await newEvent(tom, { invitee_ids: [marie.id] });
  visitor.allowErrors(...AWAY);
  await page.goto(`/event/${eventId}`);
  const asked = page.waitForRequest('**/rsvp');
  const fail = await hold(page, '**/rsvp', (route) => route.abort());
  await answer(page, 'Going').click();
  await asked;
  await page.context().setOffline(true);
  await fail();
  await waits(page).waitFor();
  expect(await answer(page, 'Going').getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.context().setOffline(false);
  await waits(page).waitFor({ state: 'detached' });
  expect((await marie.ok(eventRoutes.getEvent, { params: { eventId } })).my_status).toBe('accepted');
});
