import { KEPT_FOR_MS } from '#web/lib/storage/kept-for.ts';
import { KEPT_STYLE, LAST_VIEW_ID, LAST_VIEW_KEY, type LastView } from '#web/lib/storage/last-view.ts';
import { now, webClock } from '#web/lib/time/clock.ts';

const SHOWN_MAX_MS = 3_000;
/** Once nothing was added for so long, the app is complete. */
const QUIET_MS = 600;
/** The share of the last view's text at which the app replaces it. */
const ENOUGH = 0.8;

/** Shows the page as its reader last saw it. Inlined into the page: painted before the app has loaded. */
export function showLastView(userId: string): void {
  const view = readLastView();
  if (view === null || !isOfThisVisit(view, userId)) return;
  new MutationObserver((_changes, observer) => {
    const root = document.getElementById('root');
    if (root === null) return;
    observer.disconnect();
    if (!isOfThisPage(view)) return;
    const shown = shownView(view);
    root.before(shown);
    shown.querySelector('[role=log]')?.scrollTo(0, view.scrolled);
    removeOnceReplaced(shown, root);
  }).observe(document, { childList: true, subtree: true });
}

/** Where no service worker keeps the app, its style takes longer than what is shown here would be of use. */
const isOfThisVisit = ({ owner, path, atMs }: LastView, userId: string): boolean =>
  Boolean(navigator.serviceWorker?.controller) &&
  owner === userId &&
  path === location.pathname &&
  now() - atMs < KEPT_FOR_MS;

/** Its release, and how wide it is, stand in the page after the script. */
const isOfThisPage = ({ release, width }: LastView): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="hereabouts-release"]')?.content === release &&
  innerWidth === width;

function shownView({ markup }: LastView): HTMLElement {
  const shown = document.createElement('div');
  Object.assign(shown, { id: LAST_VIEW_ID, inert: true, innerHTML: markup });
  for (const element of shown.querySelectorAll<HTMLElement>(`[${KEPT_STYLE}]`)) {
    element.style.cssText = element.getAttribute(KEPT_STYLE) ?? '';
  }
  return shown;
}

/** The app below it shows as much, is at another page, or has nothing more to show. */
function removeOnceReplaced(shown: Element, root: Element): void {
  const { pathname } = location;
  const wanted = (shown.textContent ?? '').length * ENOUGH;
  let stopQuiet = () => {};
  const end = () => {
    observer.disconnect();
    stopQuiet();
    stopLongest();
    shown.remove();
  };
  const look = () => {
    const length = (root.textContent ?? '').length;
    stopQuiet();
    if (length >= wanted || location.pathname !== pathname) end();
    else if (length > 0) stopQuiet = webClock.after(QUIET_MS, end);
  };
  const observer = new MutationObserver(look);
  const stopLongest = webClock.after(SHOWN_MAX_MS, end);
  observer.observe(root, { childList: true, subtree: true, characterData: true });
}

function readLastView(): LastView | null {
  try {
    return JSON.parse(localStorage.getItem(LAST_VIEW_KEY) ?? 'null') as LastView | null;
  } catch {
    return null;
  }
}
