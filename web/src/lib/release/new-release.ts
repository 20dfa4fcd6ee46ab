import { SERVICE_WORKER_PATH } from '@hereabouts/contract/page-paths';
import { useSyncExternalStore } from 'react';
import { now, webClock } from '#web/lib/time/clock.ts';
import { logError } from '#web/lib/log.ts';

/** A page that stays open looks for a new release so often, and when it is shown again after such a time. */
const LOOK_EVERY_MS = 60 * 60_000;

let isReady = false;
let registration: ServiceWorkerRegistration | null = null;
let lookedAtMs = now();
const listeners = new Set<() => void>();

/** Whether another release than this page's can be loaded (PWA-04). */
export const useNewRelease = (): boolean => useSyncExternalStore(subscribe, () => isReady);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Written into the page by the server; null while developing. */
export function releaseOfPage(): string | null {
  const found = document.querySelector<HTMLMetaElement>('meta[name="hereabouts-release"]')?.content ?? '';
  return found === '' || found.startsWith('%') ? null : found;
}

/** Keeps the app in this browser from now on, and tells when there is a new one. Without a service worker, as in private
 * windows of some browsers, only the second is done. */
export function startReleases(): void {
  if (!import.meta.env.PROD || releaseOfPage() === null) return;
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  workers?.addEventListener('message', ({ data }: MessageEvent<{ release?: unknown } | null>) => {
    if (typeof data?.release === 'string') receiveRelease(data.release);
  });
  const register = async () => {
    // Some browsers, and settings, refuse; a stand-in may answer with nothing.
    const options = { updateViaCache: 'none' } as const;
    registration = (await workers?.register(SERVICE_WORKER_PATH, options).catch(() => null)) ?? null;
    // With a worker the browser has looked as it loaded the page.
    if (registration === null) await lookForRelease();
    else registration.active?.postMessage('release?');
  };
  // What the page itself loads comes first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', () => void register(), { once: true });
  webClock.every(LOOK_EVERY_MS, () => void lookForRelease());
  document.addEventListener('visibilitychange', () => {
    const isLongAgo = now() - lookedAtMs >= LOOK_EVERY_MS;
    if (document.visibilityState === 'visible' && isLongAgo) void lookForRelease();
  });
}

/** Asks the server whether it has another release. Where there is a service worker, it is ready once that has loaded it;
 * the worker then says so. */
export async function lookForRelease(): Promise<void> {
  const own = releaseOfPage();
  if (!import.meta.env.PROD || own === null || isReady || !navigator.onLine) return;
  lookedAtMs = now();
  try {
    if (registration === null) {
      const answer = await fetch(SERVICE_WORKER_PATH, { method: 'HEAD', cache: 'no-store' });
      // A proxy that compresses may add to the tag.
      const tag = /\w{16}/.exec(answer.headers.get('etag') ?? '')?.[0];
      if (answer.ok && tag !== undefined) receiveRelease(tag);
      return;
    }
    registration.active?.postMessage('release?');
    await registration.update();
  } catch (cause) {
    // A server that cannot be reached has no new release.
    if (!(cause instanceof TypeError)) logError('a new release could not be loaded', cause);
  }
}

function receiveRelease(release: string): void {
  if (isReady || release === releaseOfPage()) return;
  isReady = true;
  for (const listener of listeners) listener();
}
