import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as journey } from './fixtures.ts';
import { ask, befriend, newPerson } from './person.ts';
import { expectAccessible } from './visitor.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

const STEPS = 12;

/** A finger drawn sideways over the list, by each of the distances in turn. */
async function draw(page: Page, distances: number[], whileDown = async () => {}): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const y = 500;
  let x = 195 - (distances[0] ?? 0) / 2;
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (const distance of distances) {
    for (let step = 0; step < STEPS; step++) {
      x += distance / STEPS;
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
    }
  }
  await whileDown();
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

const test = journey
  .extend('friend', async ({ product, marie }) => {
    const friend = await newPerson(product, 'Tom Renouf');
    await befriend(marie, friend);
    return friend;
  })
  .extend('asking', async ({ product, marie }) => {
    const asking = await newPerson(product, 'Ada Ozouf');
    await ask(asking, marie);
    return asking;
  });

const chosen = (page: Page) => page.getByRole('tab', { selected: true });

test('CONT-02 on a phone a finger draws the neighbouring tab in, or lets it go back', async ({
  visit,
  marie,
  friend: _friend,
  asking: _asking,
}) => {
  const { page, close, expectNoErrors } = await visit(marie, { ...PHONE, reducedMotion: 'no-preference' });
  await page.goto('/contacts');
  const panel = page.getByRole('tabpanel');
  await panel.getByText('Tom Renouf').waitFor();
  expect(await page.getByRole('tabpanel').count()).toBe(1);
  const left = async () => Math.round((await panel.boundingBox())?.x ?? NaN);
  const home = await left();

  await draw(page, [-120, 120]);
  await expect.poll(left).toBe(home);
  await chosen(page)
    .and(page.getByRole('tab', { name: /^My Friends/ }))
    .waitFor();

  await draw(page, [-260]);
  await chosen(page)
    .and(page.getByRole('tab', { name: /^Pending/ }))
    .waitFor();
  await panel.getByText('Ada Ozouf').waitFor();
  expect(await left()).toBe(home);
  expect(new URL(page.url()).searchParams.get('tab')).toBe('pending');
  // The neighbours are for the eye only.
  expect(await page.getByText('Tom Renouf').count()).toBe(1);
  expect(await page.getByRole('link', { name: /Tom Renouf/ }).count()).toBe(0);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Accept' }).click();
  await panel.getByText('No pending friend requests').waitFor();

  await draw(page, [260]);
  await chosen(page)
    .and(page.getByRole('tab', { name: /^My Friends/ }))
    .waitFor();
  await panel.getByText('Ada Ozouf').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expectNoErrors();
  await close();
});

test('CONT-02 with reduced motion a finger leaves the tab as it is', async ({
  visit,
  marie,
  friend: _friend,
}) => {
  const { page, close } = await visit(marie, { ...PHONE, reducedMotion: 'reduce' });
  await page.goto('/contacts');
  const panel = page.getByRole('tabpanel');
  await panel.getByText('Tom Renouf').waitFor();
  const home = (await panel.boundingBox())?.x;
  await draw(page, [-260], async () => {
    expect((await panel.boundingBox())?.x).toBe(home);
  });
  await chosen(page)
    .and(page.getByRole('tab', { name: /^My Friends/ }))
    .waitFor();
  await close();
});
