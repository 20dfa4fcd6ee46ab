import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test, type Visit } from './fixtures.ts';
import { expectFocused } from './focus.ts';
import { hold } from './held-request.ts';
import { expectAccessible, type Visitor } from './visitor.ts';

const ROTATION_MS = 30_000;
const START = new Date('2026-11-20T18:00:00Z');

let visit: Visit;
let visitor: Visitor;
let page: Page;
let loaded: string[];

test.beforeEach(({ visitBriefly }) => void (visit = visitBriefly));

/** A visitor for whom `chance` is what every throw of the dice gives. */
async function arrive({ chance = 0, ...options }: BrowserContextOptions & { chance?: number } = {}) {
  visitor = await visit(null, options);
  ({ page } = visitor);
  loaded = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/videos/')) loaded.push(pathname);
  });
  await page.addInitScript((value) => {
    Math.random = () => value;
  }, chance);
}

/** From here on the page's time goes on only when told to. */
async function stopClock() {
  await page.clock.install({ time: START });
  await page.clock.pauseAt(new Date(START.getTime() + 1_000));
}

const heading = () => page.getByRole('heading', { level: 1, name: 'Welcome Back' });
const film = (name: string) => page.locator(`video[src="/videos/${name}.mp4"]`);
const opacity = (name: string) => film(name).evaluate((video) => getComputedStyle(video).opacity);
const isPaused = (name: string) => film(name).evaluate((video: HTMLVideoElement) => video.paused);
/** Resolves once a film has moved on from where it was. */
const playing = (name: string) =>
  film(name).evaluate(
    (video: HTMLVideoElement) =>
      new Promise<void>((resolve) => {
        const from = video.currentTime;
        video.addEventListener('timeupdate', () => {
          if (video.currentTime !== from && !video.paused) resolve();
        });
      }),
  );

test('LOGIN-07 a film plays behind the form at opacity 0.15, muted and looped, and every 30 s the two films swap', async () => {
  await arrive();
  await stopClock();
  await page.goto('/login');
  await heading().waitFor();
  await playing('corbiere');
  await expect.poll(() => opacity('corbiere')).toBe('0.15');
  const kind = await film('corbiere').evaluate((video: HTMLVideoElement) => ({
    muted: video.muted,
    loop: video.loop,
    inline: video.playsInline,
    controls: video.controls,
    hidden: video.closest('[aria-hidden="true"]') !== null,
  }));
  expect(kind).toEqual({ muted: true, loop: true, inline: true, controls: false, hidden: true });

  await page.clock.runFor(ROTATION_MS - 1);
  expect(await film('festival').count()).toBe(0);
  expect(new Set(loaded)).toEqual(new Set(['/videos/corbiere.webp', '/videos/corbiere.mp4']));
  await page.clock.runFor(1);
  await playing('festival');
  await expect.poll(() => opacity('festival')).toBe('0.15');
  await expect.poll(() => opacity('corbiere')).toBe('0');
  expect(await isPaused('corbiere')).toBe(true);

  await page.clock.runFor(ROTATION_MS);
  await playing('corbiere');
  await expect.poll(() => opacity('corbiere')).toBe('0.15');
  await expect.poll(() => opacity('festival')).toBe('0');
  expect(await page.locator('video').count()).toBe(2);
  visitor.expectNoErrors();
});

test('LOGIN-07 the first picture of a film is shown before the film has loaded', async () => {
  await arrive();
  const release = await hold(page, '**/videos/*.mp4');
  const poster = page.waitForResponse('**/videos/corbiere.webp');
  await page.goto('/login');
  expect((await poster).headers()['content-type']).toBe('image/webp');
  await expect.poll(() => opacity('corbiere')).toBe('0.15');
  expect(await film('corbiere').getAttribute('poster')).toBe('/videos/corbiere.webp');
  expect(await page.getByRole('button', { name: 'Pause background video' }).count()).toBe(0);
  await release();
  await playing('corbiere');
  await page.getByRole('button', { name: 'Pause background video' }).waitFor();
});

test('LOGIN-07 the first film is chosen at random', async () => {
  await arrive({ chance: 0.9 });
  await page.goto('/login');
  await playing('festival');
  expect(await film('corbiere').count()).toBe(0);
});

test('LOGIN-07 nothing plays or loads for a visitor who prefers reduced motion, until that changes', async () => {
  await arrive({ reducedMotion: 'reduce' });
  await stopClock();
  await page.goto('/login');
  await heading().waitFor();
  await page.clock.runFor(ROTATION_MS * 2);
  expect(await page.locator('video').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Pause background video' }).count()).toBe(0);
  expect(loaded).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await playing('corbiere');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.locator('video').waitFor({ state: 'detached' });
});

for (const [wish, connection] of [
  ['who saves data', { saveData: true }],
  ['on a slow network', { effectiveType: '2g' }],
] as const) {
  test(`LOGIN-07 nothing loads for a visitor ${wish}`, async () => {
    await arrive();
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), value) });
    }, connection);
    await page.goto('/login');
    await heading().waitFor();
    expect(await page.locator('video').count()).toBe(0);
    expect(loaded).toEqual([]);
  });
}

test('LOGIN-07 the background can be stopped, stays stopped, and can be started again', async () => {
  await arrive();
  await stopClock();
  await page.goto('/login');
  await playing('corbiere');
  const pause = page.getByRole('button', { name: 'Pause background video' });
  await pause.focus();
  await page.keyboard.press('Enter');
  const resume = page.getByRole('button', { name: 'Play background video' });
  await expectFocused(resume);
  expect(await isPaused('corbiere')).toBe(true);
  await page.clock.runFor(ROTATION_MS * 2);
  expect(await film('festival').count()).toBe(0);

  await resume.click();
  await playing('corbiere');
  await page.clock.runFor(ROTATION_MS);
  await playing('festival');
});

test('LOGIN-07 with a film behind it the page stays accessible and fits a phone’s width', async () => {
  await arrive({ viewport: { width: 320, height: 640 } });
  await page.goto('/login');
  await playing('corbiere');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pause background video' }).click();
  await page.getByRole('button', { name: 'Play background video' }).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('LOGIN-07 the other account pages have no film', async () => {
  await arrive();
  await page.goto('/register');
  await page.getByRole('heading', { level: 1, name: 'Join in' }).waitFor();
  expect(await page.locator('video').count()).toBe(0);
});

test('LOGIN-07 both films are small and answer range requests, as players need', async ({ product }) => {
  for (const name of ['corbiere', 'festival']) {
    const whole = await fetch(`${product.url}/videos/${name}.mp4`);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect((await whole.arrayBuffer()).byteLength).toBeLessThanOrEqual(600_000);
    const part = await fetch(`${product.url}/videos/${name}.mp4`, { headers: { range: 'bytes=0-99' } });
    expect(part.status).toBe(206);
    expect((await part.arrayBuffer()).byteLength).toBe(100);
  }
});
