import { MINUTE_MS } from '@hereabouts/contract/durations';
import { TAPPED_CACHE } from '#web/lib/storage/tapped-cache.ts';
import { now } from '#web/lib/time/clock.ts';

type Tapped = { path: string; atMs: number };

const KEY = '/tapped';
/** A page that starts later than that was not started by the tap. */
const WANTED_FOR_MS = MINUTE_MS;

/** In a cache: the worker may be stopped before the page listens. A browser that refuses it has only the message to the page. */
export async function keepTapped(path: string): Promise<void> {
  const tapped: Tapped = { path, atMs: now() };
  try {
    await (await caches.open(TAPPED_CACHE)).put(KEY, Response.json(tapped));
  } catch {
    await forgetTapped();
  }
}

/** Null once a page has opened it, the person has signed out, or it is too late. */
export async function readTapped(): Promise<string | null> {
  const kept = await caches.match(KEY, { cacheName: TAPPED_CACHE }).catch(() => undefined);
  if (kept === undefined) return null;
  const { path, atMs } = (await kept.json()) as Tapped;
  const ageMs = now() - atMs;
  if (ageMs >= 0 && ageMs < WANTED_FOR_MS) return path;
  await forgetTapped();
  return null;
}

export async function forgetTapped(): Promise<void> {
  await caches.delete(TAPPED_CACHE).catch(() => {});
}
