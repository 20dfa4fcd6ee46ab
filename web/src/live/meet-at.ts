import { DAY_MS } from '@hereabouts/contract/durations';
import type { LivePage } from '@hereabouts/contract/live';
import { dayKey, formatUntil, fromDateTimeInput } from '#web/lib/time/dates.ts';

/** A time that has only just passed still means today. */
const PASSED_MAX_MS = 30 * 60_000;

type Span = Pick<LivePage['event'], 'start_time' | 'end_time'>;

/** The next such time, since people meet soon, and of an event ahead the first one after its start; null for none.
 * @param time as an `<input type="time">` gives it, "21:30" */
export function meetAt(time: string, event: Span, nowMs: number, timeZone?: string): string | null {
  if (!/^\d\d:\d\d/.test(time)) return null;
  const at = (dayMs: number) => fromDateTimeInput(`${dayKey(dayMs, timeZone)}T${time}`, timeZone);
  const fromMs = Math.max(nowMs, Date.parse(event.start_time));
  const [first, second] = [at(fromMs), at(fromMs + DAY_MS)];
  if (first === null || second === null) return null;
  if (Date.parse(first) >= fromMs - PASSED_MAX_MS) return first;
  // Where the event is over by then, people meet on the way there.
  const isOver = Date.parse(second) > Date.parse(event.end_time);
  return isOver && Date.parse(first) >= nowMs - PASSED_MAX_MS ? first : second;
}

/** ", 21:30", to follow a name, with the day where it is not that of `nowMs`; empty without a time. Source: LIVE-09. */
export const meetText = (meetAtTime: string | null | undefined, nowMs: number): string =>
  meetAtTime ? `, ${formatUntil(meetAtTime, { now: nowMs })}` : '';
