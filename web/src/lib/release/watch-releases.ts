import { SERVICE_WORKER_PATH } from '@hereabouts/contract/page-paths';
import { now, webClock } from '#web/lib/time/clock.ts';
import { logError } from '#web/lib/log.ts';
import { isReleaseReady, offerRelease, releaseOfPage } from './new-release.ts';
import { keepTyped, retypeKept } from './kept-typing.ts';

/** Interval of checks, also when the page is shown again. */
const LOOK_EVERY_MS = 60 * 60_000;
/** After a failed installation; doubled each time, up to the above. Browsers retry only with the next page. */
const INSTALL_AGAIN_MS = 5_000;

const release = releaseOfPage();
let registration: ServiceWorkerRegistration | null = null;
let lookedAtMs = now();
let followed: ServiceWorker | null = null;
let againMs = INSTALL_AGAIN_MS;

/** Without a service worker, as in private windows of some browsers, a new release is noticed all the same. */
export function watchReleases(): { look: () => void; keepTyped: () => void } {
  retypeKept();
  if (import.meta.env.PROD && release !== null) void start();
  return { look: () => void look(), keepTyped };
}

async function start(): Promise<void> {
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  workers?.addEventListener('message', ({ data }: MessageEvent<{ release?: unknown } | null>) => {
    if (typeof data?.release === 'string') void hear(data.release);
  });
  webClock.every(LOOK_EVERY_MS, () => void look());
  document.addEventListener('visibilitychange', () => {
    const isLongAgo = now() - lookedAtMs >= LOOK_EVERY_MS;
    if (document.visibilityState === 'visible' && isLongAgo) void look();
  });
  await install();
  // With a worker the browser has looked as it loaded the page.
  if (registration === null) await look();
  else registration.active?.postMessage('release?');
}

async function install(): Promise<void> {
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  const refused = (cause: unknown) => {
    // The network; other causes, as in private windows, stay.
    if (cause instanceof TypeError) tryAgain(install);
    return null;
  };
  // A stand-in may answer with nothing.
  const found =
    (await workers?.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' }).catch(refused)) ?? null;
  if (found !== registration) found?.addEventListener('updatefound', () => followInstall(found));
  registration = found;
  if (found !== null) followInstall(found);
}

function followInstall(of: ServiceWorkerRegistration): void {
  const worker = of.installing;
  if (worker === null || worker === followed) return;
  followed = worker;
  const settled = () => {
    if (worker.state === 'redundant') tryAgain(of.active === null ? install : look);
  };
  worker.addEventListener('statechange', settled, { once: true });
}

function tryAgain(run: () => Promise<void>): void {
  webClock.after(againMs, () => void run());
  againMs = Math.min(2 * againMs, LOOK_EVERY_MS);
}

/** With a service worker, a new release is ready once the worker has loaded it and says so. */
async function look(): Promise<void> {
  if (!import.meta.env.PROD || release === null || isReleaseReady() || !navigator.onLine) return;
  lookedAtMs = now();
  try {
    if (registration === null) {
      const served = await servedRelease();
      if (served !== null) receive(served);
      return;
    }
    registration.active?.postMessage('release?');
    await registration.update();
  } catch (cause) {
    // A server that cannot be reached has no new release.
    if (!(cause instanceof TypeError)) logError('a new release could not be loaded', cause);
  }
}

async function servedRelease(): Promise<string | null> {
  const response = await fetch(SERVICE_WORKER_PATH, { method: 'HEAD', cache: 'no-store' });
  // A proxy that compresses may add to the tag.
  const tag = /\w{16}/.exec(response.headers.get('etag') ?? '')?.[0];
  return response.ok && tag !== undefined ? tag : null;
}

/** What the worker is of: after a reload that was quicker than its successor, an older release than the page's. */
async function hear(ofWorker: string): Promise<void> {
  if (ofWorker === release || isReleaseReady()) return;
  receive((await servedRelease().catch(() => null)) ?? ofWorker);
}

function receive(other: string): void {
  if (!isReleaseReady() && other !== release) offerRelease();
}
