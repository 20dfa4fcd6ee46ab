import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEEP_TILE_ZOOM_MIN } from '@hereabouts/contract/limits';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { test as journey } from './fixtures.ts';
import { newEvent, newPerson } from './person.ts';
import { startProduct } from './product.ts';
import { PASSWORD } from './visitor.ts';

const test = journey
  .extend('tileUrl', { scope: 'file' }, async ({}, { onCleanup }) => {
    const black = { width: 1, height: 1, channels: 3, background: 'black' } as const;
    const tile = await sharp({ create: black }).png().toBuffer();
    const service = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=3600' }).end(tile);
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    onCleanup(() => void service.close());
    return `http://127.0.0.1:${(service.address() as AddressInfo).port}/{z}/{x}/{y}`;
  })
  .extend('product', { scope: 'file' }, async ({ tileUrl }, { onCleanup }) => {
    const product = await startProduct({ TILE_URL: tileUrl }, undefined, inject('emptyDataDir'));
    onCleanup(() => product.stop());
    return product;
  });

const isDeep = (url: string) => Number(new URL(url).pathname.split('/')[2]) >= DEEP_TILE_ZOOM_MIN;
const withoutMark = (urls: string[]) => urls.map((url) => url.split('?', 1)[0] ?? '');

/** The tiles of streets that this page loads around the place of an event. */
async function viewStreets(page: Page, eventId: number): Promise<string[]> {
  const viewed: string[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.startsWith('/tiles/') && answer.ok()) viewed.push(answer.url());
  });
  await page.goto(`/event/${eventId}`);
  await page.getByRole('heading', { name: 'Location' }).scrollIntoViewIfNeeded();
  await expect.poll(() => viewed.filter(isDeep).length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  return viewed.filter(isDeep);
}

const countCached = (page: Page, urls: string[]) =>
  page.evaluate(async (asked) => {
    const init = { cache: 'only-if-cached', mode: 'same-origin' } as const;
    const answers = await Promise.all(asked.map((url) => fetch(url, init).catch(() => null)));
    return answers.filter((answer) => answer?.ok).length;
  }, urls);

test('PWA-06 HOME-17 after a sign-out the browser’s cache does not tell the next person where somebody looked', async ({
  product,
  newcomer: visitor,
}) => {
  const { page } = visitor;
  const marie = await newPerson(product, 'Marie');
  // As in a browser, where the session has a cookie.
  await page.goto('/login');
  await page.getByLabel('Email').fill(marie.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  const streets = await viewStreets(page, await newEvent(marie));
  // The session itself finds them, so the question is a good one.
  expect(await countCached(page, streets)).toBe(streets.length);
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  visitor.allowErrors(/ERR_CACHE_MISS|504/);
  expect(await countCached(page, withoutMark(streets))).toBe(0);
  expect(new Set(streets.map((url) => new URL(url).search)).size).toBe(1);
});

test('PWA-06 HOME-17 without a cookie, as over plain HTTP, the cache does not tell where somebody looked', async ({
  product,
  visit,
}) => {
  const marie = await newPerson(product, 'Marie');
  const visitor = await visit(marie);
  const { page } = visitor;
  const eventId = await newEvent(marie);
  const streets = await viewStreets(page, eventId);
  expect(await countCached(page, streets)).toBe(streets.length);
  visitor.allowErrors(/ERR_CACHE_MISS|504/);
  expect(await countCached(page, withoutMark(streets))).toBe(0);
  // The mark ends with the page: nothing that stays in the browser names it.
  const marks = (of: string[]) => new Set(of.map((url) => new URL(url).search));
  const [before] = marks(streets);
  const [after] = marks((await viewStreets(page, eventId)).slice(-1));
  expect(after).not.toBe(before);
});
