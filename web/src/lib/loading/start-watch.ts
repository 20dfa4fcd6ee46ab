import { webClock } from '#web/lib/time/clock.ts';

/** A script that has not run by then is told of; it may still run afterwards. */
const START_TIMEOUT_MS = 20_000;

const message = () => document.getElementById('not-started');

/** Shows the message that stands in the page's own HTML when a script of the app fails to load, throws while it is
 * evaluated, or does not run in time (ERR-04). Part of the page's inline script: needs nothing from the network. */
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
  if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', show, { once: true });
  const shown = message();
  if (shown === null) return;
  shown.hidden = false;
  shown.addEventListener('click', reload);
  for (const link of document.querySelectorAll<HTMLLinkElement>('[rel=stylesheet]')) {
    if (link.sheet !== null) continue;
    // On its way it would keep the page from being painted, and the scripts after it from running.
    link.media = 'not all';
    link.addEventListener('load', () => (link.media = 'all'));
  }
}

/** The link alone would leave out what stands after the `#` of the address. */
function reload(event: Event): void {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  location.reload();
}

/** The app's scripts have been evaluated: from now on the app itself tells what fails. */
export function endStartWatch(): void {
  message()?.remove();
}
