import { webClock } from '#web/lib/time/clock.ts';

/** A script that has not run by then is reported; it may still run later. */
const START_TIMEOUT_MS = 20_000;

const message = () => document.getElementById('not-started');

/** Shows the message in the page's HTML when a script fails to load, throws, or does not run in time
 * (ERR-04). Inlined into the page: needs no network. */
export function watchStart(): void {
  addEventListener(
    'error',
    // Pictures and fonts that are loaded ahead fail at their <link>; the app starts without them.
    ({ target }) => target instanceof HTMLLinkElement || show(),
    true,
  );
  webClock.after(START_TIMEOUT_MS, show);
}

function show(): void {
  const shown = message();
  if (shown === null) {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show, { once: true });
    return;
  }
  shown.hidden = false;
  shown.addEventListener('click', reload);
  for (const link of document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]')) {
    if (link.sheet !== null) continue;
    // On its way it would keep the page from being painted, and the scripts after it from running.
    link.media = 'not all';
    link.addEventListener('load', () => (link.media = 'all'));
  }
}

/** A link would drop the URL's fragment. */
function reload(event: Event): void {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  location.reload();
}

/** The app's scripts have run: it reports failures itself from now on. */
export function endStartWatch(): void {
  message()?.remove();
}
