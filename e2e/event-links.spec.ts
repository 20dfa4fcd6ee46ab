import { EVENT_LINK_TEXTS, eventLinkRoutes, type EventOffer } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import { routeUrl } from '@hereabouts/contract/url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { changing } from './answering.ts';
import { test } from './fixtures.ts';
import { expectFocus, expectFocused } from './focus.ts';
import { hold } from './held-request.ts';
import { newEvent, newPerson } from './person.ts';
import { button } from './screen-parts.ts';
import { expectAccessible, PASSWORD } from './visitor.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const TITLE = 'Midsummer fire';

const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true, pressed: true });

test('LINK-01 LINK-02 a host without friends shares the link; a newcomer signs up, comes back and answers with one tap', async ({
  product,
  visit,
}) => {
  const host = await newPerson(product, 'Marie Le Brocq');
  const eventId = await newEvent(host, { title: TITLE, location_name: 'Plémont', is_private: true });
  const { page } = await visit(host, PHONE);
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (data: object) => void (document.title = JSON.stringify(data)) });
  });
  await page.goto(`/event/${eventId}`);
  await button(page, 'Invite by link').click();
  await button(page, 'Make a link').click();
  await page.getByRole('img', { name: 'QR code of the invitation link' }).waitFor();
  const url = await page.getByText(/^http.*\/join\/[\w-]{22}$/).textContent();
  await expectAccessible(page);
  await button(page, 'Share').click();
  await expect.poll(() => page.title()).toBe(JSON.stringify({ title: TITLE, url }));

  const guest = (await visit(null, PHONE)).page;
  await guest.goto(url ?? '');
  await guest.getByRole('heading', { level: 2, name: TITLE }).waitFor();
  for (const shown of ['Plémont', 'Hosted by Marie Le Brocq', '1 going']) {
    await guest.getByText(shown).waitFor();
  }
  await expectAccessible(guest);
  await guest.getByRole('link', { name: 'Create an account' }).click();
  await guest.getByLabel('Full name').fill('Tom Renouf');
  await guest.getByLabel('Email').fill('tom.by.link@example.org');
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(guest, 'Create account').click();
  await guest.waitForURL(url ?? '');
  await button(guest, 'Going').waitFor();
  await expectAccessible(guest);
  await button(guest, 'Going').click();
  await guest.waitForURL((address) => address.pathname === `/event/${eventId}`);
  await pressed(guest, 'Going').waitFor();

  // The host sees them without a reload.
  await page.keyboard.press('Escape');
  await page.getByRole('listitem').filter({ hasText: 'Tom Renouf' }).getByText('Going').waitFor();
});

test('LINK-01 LINK-05 guests are taken to the event as they answered; a link that is switched off joins nobody', async ({
  product,
  visit,
}) => {
  const [host, guest, late] = [
    await newPerson(product, 'Marie Le Brocq'),
    await newPerson(product, 'Tom Renouf'),
    await newPerson(product, 'Sam Vibert'),
  ];
  const eventId = await newEvent(host, { title: TITLE, is_private: true });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  const visitor = await visit(guest, PHONE);
  const { page } = visitor;
  await page.goto(`/join/${token}`);
  await button(page, 'See the event').click();
  await page.getByText('You have not answered yet: Pending').waitFor();
  await button(page, 'Not Going').click();
  await pressed(page, 'Not Going').waitFor();
  await expect
    .poll(async () => (await guest.ok(eventRoutes.getEvent, { params: { eventId } })).my_status)
    .toBe('declined');
  await page.goto(`/join/${token}`);
  await page.waitForURL((address) => address.pathname === `/event/${eventId}`);
  await pressed(page, 'Not Going').waitFor();

  const other = await visit(late, PHONE);
  other.allowErrors(/404/, /a change was not saved|could not load/);
  await other.page.goto(`/join/${token}`);
  await button(other.page, 'Going').waitFor();
  const desk = (await visit(host, { viewport: { width: 1280, height: 900 } })).page;
  await desk.goto(`/event/${eventId}`);
  await button(desk, 'Invite by link').click();
  await desk.getByText('Manage link', { exact: true }).click();
  await button(desk, 'Switch off').click();
  await desk.getByRole('status').getByText('The link is switched off.').waitFor();
  await expectFocused(button(desk, 'Make a link'));
  await button(other.page, 'Going').click();
  const gone = other.page.getByRole('alert').filter({ hasText: 'This link has expired' });
  await gone.waitFor();
  await expectFocus(other.page, 'Invitation');
  await expectAccessible(other.page);
});

test('LINK-01 a link that cannot be shown any more can be renewed or switched off', async ({
  marie,
  page,
}) => {
  const params = { eventId: await newEvent(marie, { title: 'Bonfire' }) };
  const { token } = await marie.ok(eventLinkRoutes.createEventLink, { params });
  // As after a change of the server's key.
  const link = `**${routeUrl(eventLinkRoutes.getEventLink, { params })}`;
  await changing<{ link: object | null }>(link, (body) =>
    body.link ? { ...body, link: { token: null } } : body,
  )(page);
  await page.route(link, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.continue(),
  );
  const open = async () => {
    await page.goto(`/event/${params.eventId}`);
    await page.getByRole('button', { name: 'Invite by link' }).first().click();
    await page.getByText('The present link cannot be shown any more.').waitFor();
  };
  const dialog = page.getByRole('dialog');
  const stored = async () => (await marie.ok(eventLinkRoutes.getEventLink, { params })).link;
  await open();
  await expectAccessible(page);
  expect(await stored()).toEqual({ token });
  await dialog.getByRole('button', { name: 'New link' }).click();
  await dialog.getByText('This is the new link. The old one no longer works.').waitFor();
  expect(await stored()).not.toEqual({ token });
  await open();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByText('There is no link yet.').waitFor();
  expect(await stored()).toBe(null);
});

test('LINK-05 an answer refused as the list is full by then focuses the heading', async ({
  product,
  visitor,
  page,
}) => {
  visitor.allowErrors(/409/, /not saved/);
  const host = await newPerson(product, 'Tom');
  const eventId = await newEvent(host, { title: TITLE });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  await page.goto(`/join/${token}`);
  await button(page, 'Going').waitFor();
  await changing<EventOffer>('**/api/event-links/*', (offer) => ({ ...offer, is_full: true }))(page);
  const error = { code: 'conflict', message: EVENT_LINK_TEXTS.full };
  await page.route('**/api/event-links/*/guests', (route) => route.fulfill({ status: 409, json: { error } }));
  await button(page, 'Going').click();
  await page.getByText(EVENT_LINK_TEXTS.full).waitFor();
  await expectFocus(page, 'Invitation');
});

test('LINK-02 nothing on the invitation moves when it is known whether guests are let in', async ({
  product,
  visit,
}) => {
  const host = await newPerson(product, 'Marie Le Brocq');
  const eventId = await newEvent(host, { title: TITLE, is_private: true });
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  const { page } = await visit(null, PHONE);
  const release = await hold(page, '**/api/settings');
  await page.goto(`/join/${token}`);
  await page.getByRole('heading', { level: 2, name: TITLE }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const shifts = page.evaluateHandle(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift' });
    return seen;
  });
  await release();
  await button(page, 'Go on as a guest').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click({ trial: true });
  expect(await (await shifts).jsonValue()).toEqual([]);
});
