import { useSyncExternalStore } from 'react';
import { logError } from '#web/lib/log.ts';
import { noteTouchedFields } from '#web/lib/typing/touched-fields.ts';
import { pageMeta } from '#web/lib/page-meta.ts';

/** What a page does about releases, in a chunk of its own: most pages end before there is a new one. */
type Watch = { look: () => void; keepTyped: () => void };

let watch: Watch | null = null;
let isReady = false;
let isReloading = false;
const listeners = new Set<() => void>();

/** Null while developing. */
export const releaseOfPage = (): string | null => pageMeta('release') || null;

/** Whether another release than this page's can be loaded (PWA-04). */
export const useNewRelease = (): boolean => useSyncExternalStore(subscribe, () => isReady);

export const isReleaseReady = (): boolean => isReady;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function offerRelease(): void {
  isReady = true;
  for (const listener of listeners) listener();
}

/** Asks the server whether it has another release. */
export const lookForRelease = (): void => watch?.look();

/** Loads the page anew; what was typed is there again afterwards (PWA-04). */
export function reloadWithAll(): void {
  watch?.keepTyped();
  isReloading = true;
  location.reload();
}

/** Whether the page is being loaded anew with all that was typed: nobody has to be asked. */
export const isReloadingWithAll = (): boolean => isReloading;

/** Keeps the app in this browser from now on, and tells when there is a new one; after what the page itself loads. */
export function startReleases(): void {
  noteTouchedFields();
  const start = () => {
    import('./watch-releases.ts').then(
      ({ watchReleases }) => void (watch = watchReleases()),
      (cause: unknown) => logError('new releases will not be noticed', cause),
    );
  };
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
