import { routes } from '@hereabouts/contract/routes';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { expectFocus, expectFocused } from './focus.ts';
import { befriend, inHours, newEvent, newPerson } from './person.ts';
import { button } from './screen-parts.ts';
import { expectAccessible } from './visitor.ts';

const bringing = (page: Page) => page.getByLabel('How many are you bringing?');

test('HOST-01 HOST-03 HOST-04 HOST-08 EVF-11 guests bring others, wait for a place and move up', async ({
  product,
  visit,
}) => {
  const [host, tom, anna] = [
    await newPerson(product, 'Marie'),
    await newPerson(product, 'Tom'),
    await newPerson(product, 'Anna'),
  ];
  for (const friend of [tom, anna]) await befriend(host, friend);
  const eventId = await newEvent(host, { title: 'Boat trip', invitee_ids: [tom.id, anna.id] });
  const params = { eventId };
  const { page } = await visit(host);
  await page.goto(`/edit-event/${eventId}`);
  await page.getByRole('button', { name: /^Limits/ }).click();
  await page.getByLabel('Number of places').fill('0');
  await page.getByLabel('Guests may bring').selectOption('2 people');
  await button(page, 'Update Event').click();
  await page.getByText('The number of places must be between 1 and 10,000').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('Number of places').fill('3');
  await button(page, 'Update Event').click();
  await page.getByText('3 places').waitFor();

  const his = (await visit(tom)).page;
  await his.goto(`/event/${eventId}`);
  await button(his, 'Going').focus();
  await his.keyboard.press('Enter');
  await expectFocused(bringing(his));
  expect(await button(his, 'Going').getAttribute('aria-expanded')).toBe('true');
  expect(await button(his, 'Going').getAttribute('aria-pressed')).toBe('false');
  await expectAccessible(his);
  await bringing(his).selectOption('1');
  await button(his, 'Going with 1').click();
  await button(his, '3 going').waitFor();
  await his.getByText('+1').waitFor();

  const hers = (await visit(anna)).page;
  await hers.goto(`/event/${eventId}`);
  await button(hers, 'Join the waiting list').click();
  await bringing(hers).selectOption('1');
  await button(hers, 'Join the waiting list').last().click();
  await hers.getByText('You are 1st on the waiting list.').waitFor();
  await button(hers, '1 waiting').click();
  await expectAccessible(hers);
  expect((await anna.ok(routes.listHome, { query: {} })).events).toMatchObject([{ is_waiting: true }]);
  await bringing(hers).selectOption('Nobody');
  await button(hers, 'Save').click();
  await expect.poll(() => bringing(hers).count()).toBe(0);

  const { token } = await host.ok(routes.createEventLink, { params });
  const late = (await visit(await newPerson(product, 'Late'))).page;
  await late.goto(`/join/${token}`);
  await late.getByText('3 going · full').waitFor();
  await button(late, 'Join the waiting list').click();
  await bringing(late).waitFor();
  await expectAccessible(late);
  const widths = await late
    .getByRole('group', { name: 'Your answer' })
    .getByRole('button')
    .evaluateAll((answers) => answers.map((answer) => Math.round(answer.getBoundingClientRect().width)));
  expect(new Set(widths).size).toBe(1);
  const join = await button(late, 'Join the waiting list').last().boundingBox();
  expect(join?.width).toBe((await button(late, 'See the event').boundingBox())?.width);
  await button(late, 'Join the waiting list').last().click();
  await late.getByText('You are 2nd on the waiting list.').waitFor();

  // His party shrinks, and whoever is first moves up at once.
  await bringing(his).selectOption('Nobody');
  await button(his, 'Save').click();
  await hers.getByRole('button', { name: 'Going', exact: true, pressed: true }).waitFor();
  await late.getByText('You are 1st on the waiting list.').waitFor();
  await hers.goto('/notifications');
  await hers.getByText('A place has come up: you are going to Boat trip').waitFor();
});

test('HOME-23 HOST-08 Home says that the viewer waits for a place, and asks them no more', async ({
  product,
  visit,
}) => {
  const [host, viewer] = [await newPerson(product, 'Nadia'), await newPerson(product, 'Zoe')];
  await befriend(host, viewer);
  for (const [title, at, places] of [
    ['Boat trip', 2, 1],
    ['Tasting', 30, 1],
    ['Quiz', 54, null],
    ['Film night', 78, null],
  ] as const)
    await newEvent(host, {
      title,
      places,
      start_time: inHours(at),
      end_time: inHours(at + 1),
      invitee_ids: [viewer.id],
    });
  const { page } = await visit(viewer);
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Next event' });
  await next.getByRole('button', { name: 'Join the waiting list' }).click();
  await next.getByRole('status').getByText('You are on the waiting list', { exact: true }).waitFor();
  await expect.poll(() => next.getByRole('button').count()).toBe(0);
  await expectFocus(page, 'Boat trip');
  const rows = page.getByRole('region', { name: 'Invitations' }).getByRole('listitem');
  await rows.first().getByRole('button', { name: 'Join the waiting list' }).click();
  // It stays while the page does.
  await rows.first().getByRole('button', { name: 'Waiting', pressed: true }).waitFor();
  await page.getByRole('article', { name: 'Tasting' }).getByText('Waiting', { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => rows.getByRole('link').allTextContents()).toEqual(['Quiz', 'Film night']);
  expect(await next.getByRole('button').count()).toBe(0);
});

test('HOST-04 EVF-11 what is no number of places is refused, and the event keeps its limit', async ({
  marie,
  page,
}) => {
  const eventId = await newEvent(marie, { places: 20 });
  await page.goto(`/edit-event/${eventId}`);
  await page.getByRole('button', { name: /^Limits/ }).click();
  const places = page.getByLabel('Number of places');
  for (const typed of ['1,000', '30 people']) {
    await places.fill('');
    await places.pressSequentially(typed);
    expect(await places.inputValue()).toBe(typed);
    await button(page, 'Update Event').click();
    await page.getByText('The number of places must be between 1 and 10,000').first().waitFor();
  }
  expect((await marie.ok(routes.getEvent, { params: { eventId } })).places).toBe(20);
});
