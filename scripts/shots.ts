// Pictures of every screen in its main states, into the ignored folder shots/: npm run shots [-- name …]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { userRoutes } from '@hereabouts/contract/users';
import { DEMO_PASSWORD, EMAIL_DOMAIN, MAIN_KEY } from '@hereabouts/server/demo/people';
import { createCaller } from '@hereabouts/testing/caller';
import { chromium, type Browser, type Page } from 'playwright-core';
import { DEMO, startProduct } from '../e2e/product.ts';
import { findChromium } from './find-program.mjs';

const FOLDER = join(import.meta.dirname, '../shots');
const WIDTHS_PX = [360, 800, 1280];
const SCHEMES = ['light', 'dark'] as const;
const HEIGHT_PX = 860;

type Shot = {
  name: string;
  path: string;
  signedIn: boolean;
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
};

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

type Known = { stranger: string; friend: string; asked: string; own: number; guest: number };

function shotsOf({ stranger, friend, asked, own, guest }: Known): Shot[] {
  const open: Omit<Shot, 'signedIn'>[] = [
    { name: 'login', path: '/login' },
    {
      name: 'login-refused',
      path: '/login',
      async act(page) {
        await page.getByLabel('Email').fill('nobody@example.org');
        await page.getByLabel('Password', { exact: true }).fill('not the password');
        await page.getByRole('button', { name: 'LOG IN' }).click();
        await page.getByRole('alert').waitFor();
      },
    },
    { name: 'register', path: '/register' },
    { name: 'forgot-password', path: '/forgot-password' },
    { name: 'reset-password', path: '/reset-password?token_hash=x&type=recovery' },
  ];
  const signedIn: Omit<Shot, 'signedIn'>[] = [
    { name: 'home', path: '/' },
    { name: 'contacts-friends', path: '/contacts' },
    { name: 'contacts-pending', path: '/contacts?tab=pending' },
    { name: 'contacts-sent', path: '/contacts?tab=sent' },
    { name: 'contacts-discover', path: '/contacts?tab=discover' },
    {
      name: 'contacts-no-results',
      path: '/contacts',
      act: (page) => page.getByRole('searchbox').fill('nobody of this name'),
    },
    {
      name: 'contacts-unfriend',
      path: '/contacts',
      act: (page) => page.getByText('Unfriend').first().click(),
    },
    { name: 'user-friend', path: `/profile/${friend}` },
    { name: 'user-stranger', path: `/profile/${stranger}` },
    { name: 'user-request', path: `/profile/${asked}` },
    { name: 'user-missing', path: '/profile/00000000-0000-4000-8000-000000000000' },
    { name: 'profile', path: '/profile' },
    { name: 'profile-edit', path: '/profile', act: press('Edit Profile') },
    { name: 'profile-password', path: '/profile', act: press('Change Password') },
    { name: 'event-own', path: `/event/${own}` },
    { name: 'event-guest', path: `/event/${guest}` },
    { name: 'event-missing', path: '/event/987654321' },
    { name: 'new-event', path: '/new-event' },
    { name: 'new-event-empty', path: '/new-event', act: press('Create Event') },
    { name: 'new-event-place', path: '/new-event', act: press('Search for a location') },
    { name: 'edit-event', path: `/edit-event/${own}` },
    { name: 'invite-friends', path: `/invite-friends/${own}` },
    { name: 'offline', path: '/', act: (page) => page.context().setOffline(true) },
  ];
  return [
    ...open.map((shot) => ({ ...shot, signedIn: false })),
    ...signedIn.map((shot) => ({ ...shot, signedIn: true })),
  ];
}

async function signIn(url: string): Promise<{ session: string; known: Known }> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${MAIN_KEY}@${EMAIL_DOMAIN}`, password: DEMO_PASSWORD }),
  });
  const session = (await answer.json()) as { access_token: string };
  const caller = createCaller(url, () => session.access_token);
  const first = async (tab: 'friends' | 'pending' | 'discover') =>
    (await caller.ok(friendshipRoutes.listContacts, { query: { tab } })).contacts[0]?.id ?? '';
  const me = await caller.ok(userRoutes.getMe);
  const { events } = await caller.ok(eventRoutes.listHome);
  const own = events.find((event) => event.created_by === me.id)?.id ?? 1;
  const guest = events.find((event) => event.created_by !== me.id)?.id ?? 1;
  const [stranger, friend, asked] = await Promise.all([
    first('discover'),
    first('friends'),
    first('pending'),
  ]);
  return { session: JSON.stringify(session), known: { stranger, friend, asked, own, guest } };
}

/** Scrolls once through the page, so that pictures that load late are there. */
async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
    const pictures = [...document.images].filter((image) => image.src !== '' && !image.complete);
    await Promise.all(
      pictures.map((image) => new Promise((resolve) => image.addEventListener('load', resolve))),
    );
  });
}

async function take(browser: Browser, url: string, session: string, shot: Shot): Promise<void> {
  for (const width of WIDTHS_PX) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height: HEIGHT_PX },
        colorScheme,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/Jersey',
      });
      const page = await context.newPage();
      if (shot.signedIn) {
        const entry = [SESSION_STORAGE_KEY, session] as const;
        await page.addInitScript(([key, value]) => localStorage.setItem(key, value), entry);
      }
      await page.goto(shot.path);
      await page.waitForLoadState('networkidle');
      await shot.act?.(page);
      await page.waitForLoadState('networkidle').catch(() => {});
      await loadAll(page);
      await page.screenshot({
        path: join(FOLDER, `${shot.name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
      await context.close();
    }
  }
}

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install it or set CHROMIUM_PATH.');
const wanted = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const product = await startProduct({}, DEMO);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const { session, known } = await signIn(product.url);
  for (const shot of shotsOf(known)) {
    if (wanted.length > 0 && !wanted.includes(shot.name)) continue;
    process.stdout.write(`${shot.name}\n`);
    await take(browser, product.url, session, shot);
  }
} finally {
  await browser.close();
  await product.stop();
}
