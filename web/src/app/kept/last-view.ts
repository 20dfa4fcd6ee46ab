import { KEPT_STYLE, LAST_VIEW_ID, LAST_VIEW_KEY, type LastView } from '#web/lib/storage/last-view.ts';
import { writeItem } from '#web/lib/storage/safe-storage.ts';
import { now } from '#web/lib/time/clock.ts';
import { forgetLastView } from './forget-kept.ts';

/** Home, events and chats: what is opened first, and nobody's position. */
const PATHS = /^\/$|^\/(event|chat)\/\d+$/;
/** What is gone after a moment, and what shows where the reader is: a map, and distances (`data-not-kept`). */
const NOT_KEPT = 'dialog,canvas,video,.leaflet-container > *,[role=alert],[role=menu],[data-not-kept]';
const LOADING = '#content [aria-busy=true]';
const MARKUP_MAX = 300_000;

type Reader = { owner: string; release: string; isCurrent: () => boolean };

/** Stores the page whenever it is hidden, and forgets it while it is visible. Returns what ends it. */
export function keepLastView(reader: Reader): () => void {
  const keep = () => (reader.isCurrent() ? store(reader) : forgetLastView());
  const look = () => (document.visibilityState === 'hidden' ? keep() : forgetLastView());
  look();
  document.addEventListener('visibilitychange', look);
  addEventListener('pagehide', keep);
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pagehide', keep);
    if (!reader.isCurrent()) forgetLastView();
  };
}

function store({ owner, release }: Reader): void {
  forgetLastView();
  const root = document.getElementById('root');
  const isShown = PATHS.test(location.pathname) && document.getElementById(LAST_VIEW_ID) === null;
  if (root === null || !isShown || root.querySelector(LOADING)) return;
  const view: LastView = {
    owner,
    release,
    path: location.pathname,
    width: innerWidth,
    atMs: now(),
    markup: markupOf(root),
    scrolled: root.querySelector('[role=log]')?.scrollTop ?? 0,
  };
  if (view.markup.length > MARKUP_MAX) return;
  writeItem(LAST_VIEW_KEY, JSON.stringify(view));
}

function markupOf(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll(NOT_KEPT)) element.remove();
  for (const field of copy.querySelectorAll('textarea')) field.textContent = '';
  for (const field of copy.querySelectorAll('input')) field.removeAttribute('value');
  for (const element of copy.querySelectorAll('[style]')) {
    element.setAttribute(KEPT_STYLE, element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  // The app's own elements have them.
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  return copy.innerHTML;
}
