import { useSyncExternalStore } from 'react';
import { logError } from '#web/lib/log.ts';
import { noteTouchedFields } from '#web/lib/typing/touched-fields.ts';
import { pageMeta } from '#web/lib/page-meta.ts';

/** In a chunk of its own: most pages end before there is a new release. */
type Watch = { look: () => void; keepTyped: () => void };

let watch: Watch | null = null;
let isReady = false;
let isReloading = false;
const listeners = new Set<() => void>();

/** Null while developing. */
export const releaseOfPage = (): string | null => pageMeta('release') || null;

/** Whether another release can be loaded (PWA-04). */
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

export const lookForRelease = (): void => watch?.look();

/** Reloads; what was typed is there again afterwards (PWA-04). */
export function reloadWithAll(): void {
  watch?.keepTyped();
  isReloading = true;
  // Whoever is asked all the same may stay.
  addEventListener('beforeunload', () => void (isReloading = false), { once: true });
  location.reload();
}

/** Nobody has to be asked before this reload about what is kept. */
export const isReloadingWithAll = (): boolean => isReloading;

/** Keeps the app in this browser and watches for a new one, after the page's own loads. */
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
