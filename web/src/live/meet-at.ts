import { DAY_MS } from '@hereabouts/contract/durations';
import { dayKey, formatTime, fromDateTimeInput } from '#web/lib/time/dates.ts';

/** A time that has only just passed still means today. */
const PASSED_MAX_MS = 30 * 60_000;

/** The next such time, since people meet soon; null for none. @param time as an `<input type="time">` gives it, "21:30" */
export function meetAt(time: string, nowMs: number, timeZone?: string): string | null {
  if (!/^\d\d:\d\d/.test(time)) return null;
  const at = (dayMs: number) => fromDateTimeInput(`${dayKey(dayMs, timeZone)}T${time}`, timeZone);
  const today = at(nowMs);
  if (today !== null && Date.parse(today) >= nowMs - PASSED_MAX_MS) return today;
  return at(nowMs + DAY_MS);
}

/** ", 21:30", to follow a name; empty without a time. Source: LIVE-09. */
export const meetText = (meetAtTime: string | null | undefined): string =>
  meetAtTime ? `, ${formatTime(meetAtTime)}` : '';
