import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { ask, befriend, newEvent, newPerson } from './person.ts';

const PHONE = { width: 390, height: 844 };
/** More than one page of the list, so that only the rows in sight are in the document. */
const MANY = 60;

const test = journey.extend('ui', ({ page }) => {
  const cards = page.getByRole('tabpanel').getByRole('listitem');
  const boxes = async () => {
    await cards.nth(5).waitFor();
    return cards.evaluateAll((rows) =>
      rows.map((row) => {
        const { left, right, top, bottom } = row.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
  };
  return { cards, boxes };
});

test.for([6, MANY])(
  'CONT-13 CONT-04 %i friends are rows of one card within the margins, at any width; the first action is the invitation',
  { timeout: 60_000 },
  async (count, { product, marie, page, ui: { cards, boxes } }) => {
    for (let index = 0; index < count; index++) {
      await befriend(marie, await newPerson(product, `Friend ${String(index).padStart(2, '0')}`));
    }
    for (const [width, gutter] of [
      [1280, 264],
      [800, 24],
      [PHONE.width, 16],
    ] as const) {
      await page.setViewportSize({ width, height: PHONE.height });
      await page.goto('/contacts');
      await expect
        .poll(async () => {
          const [first, second, third] = await boxes();
          if (!first || !second || !third) return 'too few rows';
          return {
            edges: [first, second, third].map(({ left, right }) => [left, width - right]),
            together: Math.abs(second.top - first.bottom) < 1 && Math.abs(third.top - second.bottom) < 1,
          };
        })
        .toEqual({ edges: [1, 2, 3].map(() => [gutter, gutter]), together: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    const row = cards.first();
    const actions = row.getByRole('group', { name: /^Actions for/ }).getByRole('button');
    expect(await actions.first().getAttribute('aria-label')).toBe('Invite to an event');
    expect(await actions.last().getAttribute('aria-haspopup')).toBe('menu');
    const middleOf = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    };
    for (const action of await actions.all()) {
      expect(await middleOf(action)).toBeCloseTo(await middleOf(row), 0);
    }
  },
);

test('CONT-04 CONT-13 what is in common takes one line of a phone, the address another; on a narrower one it wraps without a dot at the end of a line', async ({
  product,
  marie,
  page,
  ui: { cards },
}) => {
  const [tom, both] = [await newPerson(product, 'Tom Renouf'), await newPerson(product, 'Zoë Gallichan')];
  await befriend(marie, both);
  await befriend(tom, both);
  const eventId = await newEvent(marie, {});
  const { token } = await marie.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  await tom.ok(eventLinkRoutes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  const row = cards.filter({ hasText: tom.email });
  const facts = row.getByText(/^1 (friend|event) in common$/);
  for (const [width, areTogether, rowHeightMax] of [
    [280, false, 120],
    [360, true, 84],
    [700, true, 88],
  ] as const) {
    await page.setViewportSize({ width, height: PHONE.height });
    await page.goto('/contacts?tab=discover');
    await page.getByPlaceholder('Search people...').fill(tom.email);
    await page.getByRole('status').getByText('1 person found').waitFor();
    await facts.last().waitFor();
    expect(await facts.allTextContents()).toEqual(['1 friend in common', '1 event in common']);
    const shown = await facts.evaluateAll((all) =>
      all.map((fact) => {
        const { left, top } = fact.getBoundingClientRect();
        const line = fact.parentElement?.getBoundingClientRect();
        return { top, isFirst: Math.abs(left - (line?.left ?? 0)) < 1 };
      }),
    );
    // The dot before the first fact of a line lies outside what is shown of the line.
    expect(shown.map(({ isFirst }) => isFirst)).toEqual([true, !areTogether]);
    expect(shown[0]?.top === shown[1]?.top).toBe(areTogether);
    const address = await row.getByText(tom.email).boundingBox();
    expect(address?.height).toBeLessThan(24);
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(rowHeightMax);
  }
});

test('CONT-02 CONT-13 the tabs and their counts are on one line within the margins, all in sight at 320 px', async ({
  product,
  marie,
  page,
}) => {
  await ask(await newPerson(product, 'Ravi Patel'), marie);
  const tabs = page.getByRole('tab');
  for (const [width, gutter] of [
    [320, 16],
    [390, 16],
    [800, 24],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/contacts');
    await page.getByRole('tab', { name: 'Pending 1' }).waitFor();
    const rows = await tabs.evaluateAll((list) =>
      list.map((tab) => {
        const { left, right, top, height } = tab.getBoundingClientRect();
        const middles = [...tab.childNodes].map((part) => {
          const range = document.createRange();
          range.selectNode(part);
          const box = range.getBoundingClientRect();
          return box.top + box.height / 2;
        });
        const all = document.createRange();
        all.selectNodeContents(tab);
        const words = all.getBoundingClientRect();
        return { left, right, top, height, words, apart: Math.max(...middles) - Math.min(...middles) };
      }),
    );
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(({ top }) => top)).size).toBe(1);
    expect(Math.min(...rows.map(({ left }) => left))).toBe(gutter);
    expect(Math.max(...rows.map(({ right }) => right))).toBeCloseTo(width - gutter, 1);
    expect(Math.min(...rows.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
    expect(Math.max(...rows.map(({ apart }) => apart))).toBeLessThan(4);
    // From the count of one to the word of the next.
    const between = rows.slice(1).map(({ words }, index) => words.left - (rows[index]?.words.right ?? 0));
    expect(Math.min(...between)).toBeGreaterThanOrEqual(width < 360 ? 8 : 16);
    expect(Math.max(...between) - Math.min(...between)).toBeLessThan(1);
  }
});

test('CONT-04 CONT-13 on a phone a friend takes one short row, and the menu says whose it is', async ({
  product,
  marie,
  page,
  ui: { cards },
}) => {
  const friend = await newPerson(product, 'Catarina Abreu');
  await befriend(marie, friend);
  // The longest date there is.
  await page.route('**/api/contacts*', async (route) => {
    const response = await route.fetch();
    const { contacts, ...rest } = (await response.json()) as { contacts: object[] };
    const since = contacts.map((contact) => ({ ...contact, friendshipDate: '2025-09-28T12:00:00.000Z' }));
    await route.fulfill({ response, json: { ...rest, contacts: since } });
  });
  const row = cards.filter({ hasText: friend.email });
  for (const width of [360, PHONE.width]) {
    await page.setViewportSize({ ...PHONE, width });
    await page.goto('/contacts');
    await row.getByText('Friends since 28 September 2025').waitFor();
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(84);
  }
  await page.unroute('**/api/contacts*');
  for (const control of await row.getByRole('button').all()) {
    const box = await control.boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
  }
  const menu = row.getByRole('menu', { name: 'More for Catarina Abreu' });
  await row.getByRole('button', { name: 'More for Catarina Abreu' }).click();
  await menu.getByText('Catarina Abreu', { exact: true }).waitFor();
  await menu.getByRole('menuitem', { name: 'Unfriend' }).waitFor();
});

test('a long name takes two lines of a phone, and is whole in its tooltip; on a wide screen the dates end at one edge', async ({
  product,
  marie,
  page,
  ui: { cards },
}) => {
  const name = 'Maximiliana Featherstonehaugh-Cholmondeley de Ste Croix';
  const friend = await newPerson(product, name);
  await befriend(marie, friend);
  await befriend(marie, await newPerson(product, 'Tom Renouf'));
  await page.route('**/api/contacts*', async (route) => {
    const response = await route.fetch();
    const { contacts, ...rest } = (await response.json()) as { contacts: { id: string }[] };
    const one = contacts.map((contact) =>
      contact.id === friend.id ? contact : { ...contact, sharingEventId: 1 },
    );
    await route.fulfill({ response, json: { ...rest, contacts: one } });
  });
  await page.setViewportSize(PHONE);
  await page.goto('/contacts');
  const shown = cards.getByTitle(name, { exact: true });
  expect(await shown.textContent()).toBe(name);
  const lineHeight = await shown.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect((await shown.boundingBox())?.height).toBeCloseTo(2 * lineHeight, 0);
  await page.setViewportSize({ width: 1280, height: PHONE.height });
  const dates = cards.getByText(/^Friends since/);
  expect(await cards.getByRole('link', { name: 'Find', exact: true }).count()).toBe(1);
  const ends = await dates.evaluateAll((all) => all.map((date) => date.getBoundingClientRect().right));
  expect(ends).toHaveLength(2);
  expect(ends[0]).toBeCloseTo(ends[1] ?? 0, 1);
  await page.unroute('**/api/contacts*');
});

test('CONT-05 a request is answered with buttons as tall as a finger needs, and the newest is first', async ({
  product,
  marie,
  page,
  ui: { cards },
}) => {
  for (const name of ['Ben', 'Anna', 'Zoë']) await ask(await newPerson(product, name), marie);
  await page.setViewportSize(PHONE);
  await page.goto('/contacts?tab=pending');
  await cards.nth(2).waitFor();
  const names = await cards.evaluateAll((rows) => rows.map((row) => row.querySelector('bdi')?.textContent));
  expect(names).toEqual(['Zoë', 'Anna', 'Ben']);
  for (const name of ['Accept', 'Decline']) {
    const button = await cards.first().getByRole('button', { name, exact: true }).boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(44);
    expect(button?.width).toBeLessThan(PHONE.width / 3);
  }
});

test('CONT-13 beside Find a phone has no room for the invitation, which is the first in the menu', async ({
  product,
  marie,
  page,
  ui: { cards },
}) => {
  await befriend(marie, await newPerson(product, 'Philippe de Gruchy'));
  await page.route('**/api/contacts*', async (route) => {
    const response = await route.fetch();
    const { contacts, ...rest } = (await response.json()) as { contacts: object[] };
    const sharing = contacts.map((contact) => ({ ...contact, sharingEventId: 1 }));
    await route.fulfill({ response, json: { ...rest, contacts: sharing } });
  });
  const row = cards.filter({ hasText: 'Philippe de Gruchy' });
  const find = row.getByRole('link', { name: 'Find', exact: true });
  const invite = row.getByRole('button', { name: 'Invite to an event' });
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/contacts');
  await find.waitFor();
  expect(await invite.isVisible()).toBe(false);
  await row.getByRole('button', { name: 'More for Philippe de Gruchy' }).click();
  const items = row.getByRole('menuitem');
  expect(await items.allTextContents()).toEqual(['Invite to an event', 'Unfriend']);
  await items.first().click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 800, height: 800 });
  await invite.waitFor();
  expect(await find.isVisible()).toBe(true);
  await page.unroute('**/api/contacts*');
});
