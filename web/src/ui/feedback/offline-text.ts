import { now } from '#web/lib/time/clock.ts';

/** Source: RT-03. */
const UNREACHABLE = 'Cannot reach Hereabouts. Trying again...';

type Parts = {
  /** The device; else the server is unreachable. */
  isOffline: boolean;
  waiting: number;
  /** When the page's data was read, in ms; null: there is none. */
  shownAtMs: number | null;
};

/** Texts about a missing connection, waiting data (RT-02) and the age of what is shown (PWA-05). */
export function offlineText({ isOffline, waiting, shownAtMs }: Parts): string[] {
  const what = waiting === 1 ? '1 change is' : `${waiting} changes are`;
  const rest = waiting === 0 ? [] : [`${what} waiting to be sent.`];
  const age = shownAtMs === null ? [] : [`This is how it was at ${momentText(shownAtMs)}.`];
  if (!isOffline) return [UNREACHABLE, ...rest, ...age];
  return [[age.length > 0 ? 'Offline.' : 'You are offline.', ...age, ...rest].join(' ')];
}

/** Every page has this line: it goes without the texts for times of events. */
function momentText(atMs: number): string {
  const moment = new Date(atMs);
  const time = moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (moment.toDateString() === new Date(now()).toDateString()) return time;
  return `${time} on ${moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}`;
}
