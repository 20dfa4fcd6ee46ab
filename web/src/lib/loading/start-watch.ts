import { webClock } from '#web/lib/time/clock.ts';

/** A script that has not run by then is reported; it may still run later. */
const START_TIMEOUT_MS = 20_000;

const message = () => document.getElementById('not-started');

/** Shows the HTML's message when a script fails to load, throws, or is late (ERR-04). Inlined: needs no network. */
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

/** From here on the app reports failures itself. */
export function endStartWatch(): void {
  message()?.remove();
}
