import { now } from '#web/lib/time/clock.ts';
import * as words from '#web/texts/ui.tsx';

/** Source: RT-03. */
const UNREACHABLE = words.cannotReachHereaboutsTryingAgain;

type Parts = {
  /** The device is; false: the server is unreachable. */
  isOffline: boolean;
  waiting: number;
  /** When the shown data was read, in ms since the epoch; null: no data is shown. */
  shownAtMs: number | null;
};

/** About a missing connection and waiting data (RT-02), and the age of what is shown (PWA-05). */
export function offlineText({ isOffline, waiting, shownAtMs }: Parts): { status: string[]; age: string } {
  const what = waiting === 1 ? words.oneChangeIs : words.changesAre(waiting);
  const rest = waiting === 0 ? [] : [words.waitingToBeSent(what)];
  const offline = shownAtMs === null ? words.youAreOffline : words.offline;
  const age = shownAtMs === null ? '' : words.thisIsHowItWasAt(momentText(shownAtMs));
  return { status: [isOffline ? offline : UNREACHABLE, ...rest], age };
}

/** Every page has this line: it must not load the texts for times of events. */
function momentText(atMs: number): string {
  const moment = new Date(atMs);
  const time = moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (moment.toDateString() === new Date(now()).toDateString()) return time;
  return words.timeAndDay(time, moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' }));
}
