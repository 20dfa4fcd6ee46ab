import { MINUTE_MS } from '@hereabouts/contract/durations';
import { OPENED_CACHE } from '#web/lib/storage/opened-cache.ts';
import { now } from '#web/lib/time/clock.ts';

type Opened = { path: string; atMs: number };

const KEY = '/opened';
/** A page that starts later than that was not started by the tap. */
const WANTED_FOR_MS = MINUTE_MS;

/** In a cache: the worker may be stopped before the page listens. A browser that refuses it has only the message to the page. */
export async function keepOpened(path: string): Promise<void> {
  const opened: Opened = { path, atMs: now() };
  try {
    await (await caches.open(OPENED_CACHE)).put(KEY, Response.json(opened));
  } catch {
    await forgetOpened();
  }
}

/** Null once a page has opened it, the person has signed out, or it is too late. */
export async function readOpened(): Promise<string | null> {
  const kept = await caches.match(KEY, { cacheName: OPENED_CACHE }).catch(() => undefined);
  if (kept === undefined) return null;
  const { path, atMs } = (await kept.json()) as Opened;
  const ageMs = now() - atMs;
  if (ageMs >= 0 && ageMs < WANTED_FOR_MS) return path;
  await forgetOpened();
  return null;
}

export async function forgetOpened(): Promise<void> {
  await caches.delete(OPENED_CACHE).catch(() => {});
}
