import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { befriend, newPerson } from './person.ts';

test('CONT-03 CONT-06 while a search is under way nothing is said about what it finds', async ({
  product,
  marie,
  page,
}) => {
  for (const name of ['Tom Renouf', 'Aïsha Ozouf']) await befriend(marie, await newPerson(product, name));
  const search = page.getByPlaceholder('Search My Friends...');
  const row = page.getByRole('listitem').filter({ hasText: 'Tom Renouf' });
  const found = page.getByText(/\d+ (person|people) found/);
  await page.goto('/contacts?tab=friends');
  await search.fill('o');
  await page.getByText('2 people found', { exact: true }).waitFor({ state: 'attached' });
  const releaseTmo = await hold(page, /\/api\/contacts.*search=tmo(&|$)/);
  const asked = page.waitForRequest(/search=tmo(&|$)/);
  await search.fill('tmo');
  await asked;
  await expect.poll(() => found.count()).toBe(0);
  await releaseTmo();
  await page.getByText('No results found for "tmo"', { exact: true }).waitFor();
  const releaseTom = await hold(page, /\/api\/contacts.*search=tom(&|$)/);
  await search.fill('tom');
  await page.getByText('Loading...', { exact: true }).waitFor();
  expect(await page.getByText('No results found', { exact: false }).count()).toBe(0);
  await releaseTom();
  await row.waitFor();
  await page.getByText('1 person found', { exact: true }).waitFor({ state: 'attached' });
});
