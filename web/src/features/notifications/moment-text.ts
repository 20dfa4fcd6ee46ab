import { MINUTE_MS } from '@hereabouts/contract/durations';
import { formatTime } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/notifications.tsx';

const HOUR_MIN = 60;

/** "Just now", "5 min ago", then "14:05": the heading above says of which day. */
export function momentText(when: string, now: number, timeZone?: string): string {
  const minutes = Math.floor((now - Date.parse(when)) / MINUTE_MS);
  // The server's clock may be a little ahead.
  if (minutes < 1) return texts.justNow;
  if (minutes < HOUR_MIN) return texts.minutesAgo(minutes);
  return formatTime(when, timeZone);
}
