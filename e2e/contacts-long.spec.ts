import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { failing } from './answering.ts';
import { test } from './fixtures.ts';
import { hold } from './held-request.ts';
import { ask, newPerson } from './person.ts';
import { requestsWith, twentyFrames } from './requests.ts';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Fifty a page. */
const knowAThousand = async (page: Page) => {
  const contacts = Array.from({ length: 1_000 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Friend ${String(index).padStart(4, '0')}`,
    email: null,
    image: null,
    friendshipId: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
    friendshipDate: new Date().toISOString(),
  }));
  await page.route('**/api/contacts*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const json = {
      contacts: contacts.slice(from, from + 50),
      next_cursor: from + 50 < contacts.length ? String(from + 50) : null,
      counts: { friends: contacts.length, pending: 0, sent: 0 },
    };
    return route.fulfill({ json });
  });
  return contacts;
};

test('CONT-09 of a thousand friends only the visible rows are rendered', async ({ page }) => {
  await knowAThousand(page);
  await page.goto('/contacts');
  await row(page, 'Friend 0000').waitFor();
  const scrollOn = async () => {
    await page.mouse.wheel(0, 20_000);
    return row(page, 'Friend 0999').count();
  };
  // Twenty pages, one after the other.
  await expect.poll(scrollOn, { timeout: 45_000 }).toBe(1);
  expect(await page.getByRole('listitem').count()).toBeLessThan(60);
});

test('CONT-09 ERR-02 a next page of people that fails is requested once, and again only when asked for', async ({
  visitor,
  page,
}) => {
  visitor.allowErrors(/500/, /could not load|server failed/);
  await knowAThousand(page);
  const more = '**/api/contacts*cursor=*';
  await failing(more)(page);
  const asked = requestsWith(page, 'cursor=');
  await page.goto('/contacts');
  await row(page, 'Friend 0000').waitFor();
  const failed = page.getByText('Could not load', { exact: true });
  const scrolled = async () => {
    await page.mouse.wheel(0, 20_000);
    return failed.count();
  };
  await expect.poll(scrolled).toBe(1);
  await page.evaluate(twentyFrames);
  expect(asked).toHaveLength(1);
  await page.unroute(more);
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await failed.waitFor({ state: 'detached' });
  await row(page, 'Friend 0050').waitFor();
});

test('CONT-09 what has changed is shown although more people were being read', async ({
  product,
  marie,
  page,
}) => {
  const [first] = await knowAThousand(page);
  const release = await hold(page, '**/api/contacts*cursor=*');
  const asked = requestsWith(page, 'cursor=');
  await page.goto('/contacts');
  await row(page, 'Friend 0000').waitFor();
  const scrolled = async () => {
    await page.mouse.wheel(0, 20_000);
    return asked.length;
  };
  await expect.poll(scrolled).toBe(1);
  if (first) first.name = 'Somebody Else';
  await ask(await newPerson(product, 'Tom'), marie);
  // Once the list has been read again, and not before.
  await expect.poll(() => asked.length).toBe(2);
  await release();
  await row(page, 'Friend 0050').waitFor({ state: 'attached' });
  await page.mouse.wheel(0, -20_000);
  await row(page, 'Somebody Else').waitFor();
});

test('CONT-09 ERR-02 people whose refetch fails stay, and the page says why', async ({
  visitor,
  product,
  marie,
  page,
}) => {
  visitor.allowErrors(/429/, /could not load/);
  await knowAThousand(page);
  await page.goto('/contacts?tab=discover');
  await row(page, 'Friend 0000').waitFor();
  const error = { code: 'rate_limited', message: 'Too many requests. Try again in 9 minutes.' };
  await page.route('**/api/contacts*', (route) => route.fulfill({ status: 429, json: { error } }));
  await ask(await newPerson(product, 'Tom'), marie);
  await page.getByRole('alert').getByText(error.message, { exact: true }).waitFor();
  await row(page, 'Friend 0000').waitFor();
});
