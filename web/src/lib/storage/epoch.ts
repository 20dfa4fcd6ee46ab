import { KEPT } from './kept-database.ts';

const KEY = 'hereabouts.epoch';
const PREFIX = 'hereabouts.';
/** Of this browser, not of the instance. */
const THEME = 'hereabouts.theme';

/** What was kept while the instance was another one, before a backup was restored, is forgotten: numbers of events and
 * messages may mean others now. Source: OPS-11. */
export function forgetOtherEpoch(epoch = epochOfPage()): void {
  if (epoch === '') return;
  try {
    const known = localStorage.getItem(KEY);
    if (known !== null && known !== epoch) {
      for (const storage of [localStorage, sessionStorage]) {
        for (const key of Object.keys(storage)) {
          // Nobody is signed in then, and so what the mark tells of is deleted.
          if (key.startsWith(PREFIX) && key !== THEME && key !== KEPT) storage.removeItem(key);
        }
      }
      // Cached pages.
      if ('caches' in globalThis)
        void caches.keys().then((names) => names.map((name) => caches.delete(name)));
    }
    localStorage.setItem(KEY, epoch);
  } catch {
    // Without storage nothing was kept.
  }
}

/** Written into the page by the server; not while developing. */
export function epochOfPage(): string {
  const found = document.querySelector<HTMLMetaElement>('meta[name="hereabouts-epoch"]')?.content ?? '';
  return found.startsWith('%') ? '' : found;
}
