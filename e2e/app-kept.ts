import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A phone whose browser keeps the app. */
export const KEEPING = { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } } as const;
/** What a page logs that is offline. */
export const AWAY = [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /\[hereabouts\]/, /WebSocket/];

/** Waits until the app is kept in this browser. */
export async function untilKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const shell = await caches.match('/app-shell');
      return navigator.serviceWorker.controller !== null && shell !== undefined;
    });
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
}

/** What is kept of the API on this device, by key; names also have the release. */
export const keptKeys = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('hereabouts.kept')) return [];
    const db = await new Promise<IDBDatabase | null>((resolve) => {
      const request = indexedDB.open('hereabouts.kept');
      // Deleted meanwhile: it must not be made anew, without what the app keeps in it.
      request.addEventListener('upgradeneeded', () => request.transaction?.abort());
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => resolve(null));
    });
    if (db === null) return [];
    const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
      const request = db.transaction('answers').objectStore('answers').getAllKeys();
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('The database does not answer')));
    });
    db.close();
    return keys.map(String).map((name) => name.replace(/ \S*$/, ''));
  });

type Times = { atMs: number; seenAtMs: number };

/** When what is kept of this query was read, and when it was last opened. */
export const keptTimes = (page: Page, key: string) =>
  page.evaluate(async (wanted) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('hereabouts.kept');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('The database does not open')));
    });
    const entries = await new Promise<(Times & { key: unknown })[]>((resolve, reject) => {
      const request = db.transaction('answers').objectStore('answers').getAll();
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('The database does not answer')));
    });
    db.close();
    const found = entries.find((entry) => JSON.stringify(entry.key) === wanted);
    if (found === undefined) throw new Error(`Nothing is kept of ${wanted}`);
    return { readAtMs: found.atMs, openedAtMs: found.seenAtMs };
  }, key);
