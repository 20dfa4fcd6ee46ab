import { APP_SHELL_PATH, isPagePath } from '@hereabouts/contract/page-paths';
import { RELEASE_CACHES } from '#web/lib/storage/release-caches.ts';
import { webClock } from '#web/lib/time/clock.ts';

declare global {
  /** Paths of the app's files, written in by scripts/build-service-worker.mjs. */
  const APP_FILES: readonly string[];
}

/** Written in by the server, because its settings are part of the release (server/src/http/pages/web-app.ts). */
export const RELEASE = '%RELEASE%';

const CACHE = RELEASE_CACHES + RELEASE;
/** Open pages of older releases may still load parts of theirs. */
const RELEASES_KEPT = 3;
/** A browser opens six connections to a server without HTTP/2: the page's own requests need the others. */
const PARALLEL_DOWNLOADS = 2;
/** How long a reload waits for the server. */
const RELOAD_PATIENCE_MS = 4_000;

const isHashed = (path: string) => path.startsWith('/static/');

/** Keeps every file of this release or none. The page comes last: where it is kept, all is.
 * @throws when a file is missing or of another release; the browser tries again later */
export async function keepRelease(): Promise<void> {
  try {
    const shell = await load(APP_SHELL_PATH, { cache: 'no-store' });
    // While processes of two releases run side by side, the response may be of the other one.
    if (!(await shell.clone().text()).includes(RELEASE)) throw new Error('The page is of another release');
    const cache = await caches.open(CACHE);
    const left = APP_FILES.values();
    const downloadRest = async () => {
      for (const path of left) await keep(cache, path);
    };
    await Promise.all(Array.from({ length: PARALLEL_DOWNLOADS }, downloadRest));
    await cache.put(APP_SHELL_PATH, shell);
  } catch (cause) {
    // A full storage gets back what was taken.
    await caches.delete(CACHE);
    throw cause;
  }
}

async function keep(cache: Cache, path: string): Promise<void> {
  if (!isHashed(path)) return cache.put(path, await load(path, { cache: 'no-cache' }));
  // The name says what is in it: most files of the last release are in this one too.
  await cache.put(path, (await caches.match(path)) ?? (await load(path)));
}

async function load(path: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, { ...options, priority: 'low' });
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  // A network that wants to be signed in to answers everything with a page.
  if (!response.ok || response.redirected || isPage !== (path === APP_SHELL_PATH)) {
    throw new Error(`${path} was answered with ${response.status}`);
  }
  return response;
}

export async function dropOldReleases(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(RELEASE_CACHES) && name !== CACHE);
  const old = others.slice(0, Math.max(0, others.length - (RELEASES_KEPT - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Undefined for a request that is not for the app. */
export function respondTo(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return undefined;
  if (request.mode === 'navigate') return isPagePath(pathname) ? respondWithPage(request) : undefined;
  return isHashed(pathname) || APP_FILES.includes(pathname) ? respondWithFile(request, pathname) : undefined;
}

const find = async (path: string): Promise<Response | undefined> => (await caches.open(CACHE)).match(path);

/** From the cache; a reload asks the server first, so that nobody is stuck with a kept release. */
async function respondWithPage(request: Request): Promise<Response> {
  const shell = await find(APP_SHELL_PATH).catch(() => undefined);
  if (shell === undefined) return fetch(request);
  if (request.cache !== 'no-cache' && request.cache !== 'reload') return shell;
  const late = new Promise<null>((resolve) => webClock.after(RELOAD_PATIENCE_MS, () => resolve(null)));
  const fresh = await Promise.race([fetch(request).catch(() => null), late]);
  return fresh === null || fresh.status >= 500 ? shell : fresh;
}

/** An older page's files are in the cache of its release. */
async function respondWithFile(request: Request, path: string): Promise<Response> {
  const kept = await find(path)
    .then((own) => own ?? caches.match(path))
    .catch(() => undefined);
  return kept ?? fetch(request);
}
