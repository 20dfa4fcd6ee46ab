import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { enterAs, newPerson, type Person } from './person.ts';
import { expectAccessible, type Visitor } from './visitor.ts';

const TITLE = 'Hereabouts has not started';
/** The entry and the files it imports, by the start of their name. */
const FILES = ['index', 'vendor', 'app', 'rolldown-runtime'];
const FAILURES: Record<string, (route: Route) => Promise<void> | void> = {
  'is cut off': (route) => route.abort(),
  'is gone': (route) => route.fulfill({ status: 404, json: {} }),
  throws: (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' }),
  'is no script': (route) => route.fulfill({ contentType: 'text/javascript', body: 'export {' }),
  'is a page of the network': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Please sign in to this network</h1>' }),
};

let marie: Person;
let visitor: Visitor;
let page: Page;

test.beforeAll(async ({ product }) => void (marie = await newPerson(product, 'Marie')));
test.beforeEach(({ newcomer }) => {
  visitor = newcomer;
  ({ page } = newcomer);
});

const fileOf = (name: string) => new RegExp(`/static/js/${name}-[^/]*\\.js$`);
const message = () => page.getByRole('alert').filter({ has: page.getByRole('heading', { name: TITLE }) });
const tryAgain = () => page.getByRole('link', { name: 'Try again' }).click();

test('ERR-04 the page names the entry and its imports, some of which these tests block', () => {
  const html = readFileSync(join(import.meta.dirname, '../web/dist/index.html'), 'utf8');
  const scripts = [
    ...html.matchAll(/<script type="module"[^>]* src="\/static\/js\/([\w-]+?)-[\w-]{7}\.js"/g),
  ];
  expect(scripts.map(([, name]) => name)).toEqual(['index']);
  const imported = [
    ...html.matchAll(/<link rel="modulepreload"[^>]* href="\/static\/js\/([\w-]+?)-[\w-]{7}\.js"/g),
  ];
  expect(imported.map(([, name]) => name)).toEqual(expect.arrayContaining(FILES.slice(1)));
});

test.each(Object.keys(FAILURES).flatMap((failure) => FILES.map((file) => [file, failure] as const)))(
  'ERR-04 when the file %s %s the page says so, and "Try again" starts the app',
  async (file, failure) => {
    const fail = (route: Route) => FAILURES[failure]?.(route);
    await page.route(fileOf(file), fail);
    await page.goto('/register?next=%2Fcontacts');
    await message().waitFor();
    await page.getByText('Check your connection and try again.').waitFor();
    await page.unroute(fileOf(file), fail);
    await tryAgain();
    await page.getByRole('button', { name: 'Create account' }).waitFor();
    expect(new URL(page.url()).search).toBe('?next=%2Fcontacts');
    expect(await message().count()).toBe(0);
  },
);

test.each(FILES)(
  'ERR-04 a file %s that does not arrive is reported after 20 s and may still arrive',
  async (file) => {
    await enterAs(visitor, marie);
    await page.clock.install();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(fileOf(file), (route) => released.then(() => route.continue()));
    await page.goto('/contacts', { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState !== 'loading');
    await page.clock.runFor(15_000);
    expect(await message().isVisible()).toBe(false);
    await page.clock.runFor(5_000);
    await message().waitFor();
    release();
    await page.getByRole('heading', { name: 'Friends & Contacts' }).waitFor();
    expect(await message().count()).toBe(0);
  },
);

test('ERR-04 late style sheets do not hold the app up and apply when they arrive', async () => {
  await page.clock.install();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/static/css/style-*', (route) => released.then(() => route.continue()));
  await page.goto('/login', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.getElementById('not-started') !== null);
  await page.clock.runFor(20_100);
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  release();
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).margin), { timeout: 10_000 })
    .toBe('0px');
});

test.each([
  { width: 320, height: 700, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
] as const)('ERR-04 the message is readable at $width px, $colorScheme', async ({ colorScheme, ...size }) => {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  await page.route(fileOf('vendor'), (route) => route.abort());
  await page.goto('/login');
  await message().waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/start-${size.width}.png` });
  await expectAccessible(page);
});

test('ERR-04 "Try again" keeps the fragment of the address', async () => {
  await page.route(fileOf('index'), (route) => route.abort(), { times: 1 });
  await page.goto('/login#error_code=otp_expired');
  await message().waitFor();
  await tryAgain();
  await page.getByText('This link or code has expired or was used before').waitFor();
});
