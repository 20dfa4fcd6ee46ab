import { MINUTE_MS, DAY_MS } from '@hereabouts/contract/durations';
import { dayKey, formatStart, formatTime } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/notifications.tsx';

const HOUR_MIN = 60;

/** "Just now", "5 min ago", "Today at 14:05", "Yesterday at 14:05", then "Sat 21 Nov at 14:05". */
export function momentText(when: string, now: number, timeZone?: string): string {
  const minutes = Math.floor((now - Date.parse(when)) / MINUTE_MS);
  // The server's clock may be a little ahead.
  if (minutes < 1) return texts.justNow;
  if (minutes < HOUR_MIN) return texts.minutesMinAgo(minutes);
  const day = dayKey(when, timeZone);
  if (day === dayKey(now, timeZone)) return texts.todayAtTime(formatTime(when, timeZone));
  // Noon is yesterday's whatever the clocks were changed to in between.
  const yesterday = Date.parse(`${dayKey(now, timeZone)}T12:00Z`) - DAY_MS;
  if (day === new Date(yesterday).toISOString().slice(0, 10))
    return texts.yesterdayAtTime(formatTime(when, timeZone));
  return formatStart(when, { now, timeZone });
}
