import { readFileSync } from 'node:fs';
import { routes } from '@hereabouts/contract/routes';
import { chromium, type Browser, type Page } from 'playwright-core';
import { resist, type Check, type Stage } from '../check.ts';
import type { Instance } from '../instance.ts';
import { PASSWORD, signUp, startEvent, type Person } from '../wire.ts';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findChromium } from '../../scripts/find-program.mjs';

async function withPage<T>(instance: Instance, work: (page: Page) => Promise<T>): Promise<T> {
  const browser: Browser = await chromium.launch({
    executablePath: findChromium() as string,
    args: ['--no-sandbox'],
  });
  try {
    const context = await browser.newContext({ baseURL: instance.url, acceptDownloads: true });
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

async function signIn(page: Page, person: Person, next: string): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Attacks on another person's browser, driven in Chromium. */
export const browserChecks: readonly Check[] = [
  {
    id: 'S5',
    title: 'messages of brackets do not freeze a chat',
    run: (stage) => hostileChat(stage),
  },
  {
    id: 'S17',
    title: 'a next page on another host leads home',
    async run(stage) {
      const instance = await stage.instance();
      const person = await signUp(instance);
      const ends: string[] = [];
      for (const next of ['/a/..//evil.example', '/.//evil.example']) {
        await withPage(instance, async (page) => {
          await signIn(page, person, next);
          await page.getByText('Your Events').waitFor();
          const url = new URL(page.url());
          resist(url.origin === instance.url, `${next} led to ${url.href}`);
          ends.push(url.pathname);
        });
      }
      return `led to ${ends.join(', ')}`;
    },
  },
  {
    id: 'S26',
    title: 'an event cannot put properties of its own into a calendar file',
    async run(stage) {
      const instance = await stage.instance();
      const host = await signUp(instance);
      const { body } = await startEvent(host, []);
      const { id } = await host.ok(routes.createEvent, {
        body: {
          ...body,
          description: 'd\rX-EVIL:1\u2028e',
          start_time: new Date(Date.now() + 60_000).toISOString(),
        },
      });
      return await withPage(instance, async (page) => {
        await signIn(page, host, `/event/${id}`);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Add to calendar' }).click(),
        ]);
        const file = readFileSync(await download.path(), 'utf8');
        resist(!/\r(?!\n)/.test(file) && !/^X-EVIL/m.test(file), 'a bare CR is in the file');
        return `${file.length} characters without a bare CR`;
      });
    },
  },
];

const MESSAGES = 40;
const OPENED_MAX_MS = 10_000;

async function hostileChat(stage: Stage): Promise<string> {
  const instance = await stage.instance();
  const host = await signUp(instance);
  const { id } = await startEvent(host, []);
  for (let at = 0; at < MESSAGES; at++) {
    const message = `https://a.b/${')'.repeat(3_988)}`;
    await host.ok(routes.sendMessage, {
      params: { eventId: id },
      body: { id: crypto.randomUUID(), message },
    });
  }
  return await withPage(instance, async (page) => {
    await signIn(page, host, '/contacts');
    const startedMs = performance.now();
    await page.goto(`/chat/${id}`);
    await page.getByText('https://a.b/').last().waitFor({ timeout: 60_000 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))));
    const ms = Math.round(performance.now() - startedMs);
    resist(ms < OPENED_MAX_MS, `${MESSAGES} messages took ${ms} ms to open`);
    return `${MESSAGES} messages open in ${ms} ms`;
  });
}
