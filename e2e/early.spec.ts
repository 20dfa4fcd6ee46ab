import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { plainPicture } from '@hereabouts/testing/hostile-pictures';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { keepFromJoining } from './keep-from-joining.ts';
import { enterAs, newEvent, newPerson, type Person } from './person.ts';
import type { Visitor } from './visitor.ts';

let marie: Person;
let eventId: number;
let visitor: Visitor;
let page: Page;
/** What was asked of the API, in its order, with whether it had an access token. */
let asked: string[];

test.beforeAll(async ({ product }) => {
  marie = await newPerson(product, 'Marie');
  eventId = await newEvent(marie);
});
test.beforeEach(async ({ newcomer }) => {
  visitor = newcomer;
  ({ page } = newcomer);
  asked = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${pathname}${search}`);
  });
  await keepFromJoining(page);
});

const untaken = (): Promise<string[]> => page.evaluate<string[]>('[...earlyResponses.keys()]');

test.each([
  ['home', '/', '/api/home', 'Beach bonfire'],
  ['an event', '/event/{id}', '/api/events/', 'Beach bonfire'],
  ['a chat', '/chat/{id}', '/chat', 'Beach bonfire'],
] as const)(
  'NAV-08 the data of %s is requested before the app has loaded, and only once',
  async (_name, path, part, text) => {
    await enterAs(visitor, marie);
    const appFile = await holdApp();
    await page.goto(path.replace('{id}', String(eventId)), { waitUntil: 'commit' });
    await expect.poll(() => asked.filter((url) => url.includes(part)).length).toBe(1);
    appFile.release();
    await page.getByText(text).first().waitFor();
    await expect.poll(untaken).toEqual([]);
    expect(asked.filter((url) => url.includes(part))).toHaveLength(1);
    visitor.expectNoErrors();
  },
);

test('NAV-08 the picture of an event goes before the parts of its page that stand below it, which show it while they load', async () => {
  const body = new Blob([new Uint8Array(await plainPicture('png'))]);
  const { path: image } = await marie.ok(uploadRoutes.createUpload, { body });
  const id = await newEvent(marie, { title: 'Bonfire at the slip', image });
  await enterAs(visitor, marie);
  const appFile = await holdApp();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/static\/js\/event-view-/, async (route) => {
    await promise;
    await route.continue();
  });
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  const partAsked = page.waitForRequest(/\/static\/js\/event-view-/);
  await page.goto(`/event/${id}`, { waitUntil: 'commit' });
  await partAsked;
  const first = (part: string) => files.findIndex((file) => file.includes(part));
  expect(first(image.slice(0, 36))).toBeGreaterThan(-1);
  expect(first(image.slice(0, 36))).toBeLessThan(first('/event-view-'));
  appFile.release();
  await page.getByRole('heading', { name: 'Bonfire at the slip' }).waitFor();
  await page.getByText('Loading event details...').waitFor();
  await page
    .locator(`img[src*="${image.slice(0, 36)}"]`)
    .first()
    .waitFor();
  resolve();
  await page.getByRole('heading', { name: /^Invited Friends/ }).waitFor();
  visitor.expectNoErrors();
});

test('AUTH-03 no early request is sent without a session or with one that has ended', async () => {
  const appFile = await holdApp();
  const headRead = appFile.asked();
  await page.goto('/', { waitUntil: 'commit' });
  await headRead;
  expect(asked).toEqual([]);
  appFile.release();
  await page.getByRole('button', { name: 'LOG IN' }).waitFor();
  const ended = JSON.stringify({ ...JSON.parse(marie.session), expires_at: 1 });
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_STORAGE_KEY,
    ended,
  ] as const);
  asked = [];
  await page.reload({ waitUntil: 'commit' });
  await page.getByText('Beach bonfire').first().waitFor();
  expect(asked.filter((url) => url === '/api/home')).toHaveLength(1);
});

/** Keeps the app from arriving until released; `asked` waits until the page's head has been read. */
async function holdApp(): Promise<{ asked: () => Promise<unknown>; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/static\/js\/vendor-/, async (route) => {
    await promise;
    await route.continue();
  });
  return { asked: () => page.waitForRequest(/\/static\/js\/home-[^/]{7}\.js$/), release: resolve };
}
