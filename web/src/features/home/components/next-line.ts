import { dayKey, formatTime } from '#web/lib/dates.ts';
import type { HomeSection } from '../sections.ts';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;

/** One sentence under the welcome: what is on now, or when the next event of today begins. Null when nothing is near. */
export function nextLine(sections: readonly HomeSection[], now: number): string | null {
  const [first] = sections;
  const [event] = first?.events ?? [];
  if (!first || !event) return null;
  if (first.isLive) {
    const others = first.events.length - 1;
    return `${event.title} is on now${others > 0 ? `, and ${others} more` : ''}.`;
  }
  if (dayKey(event.start_time) !== dayKey(now)) return null;
  return `${event.title} starts ${untilText(Date.parse(event.start_time) - now, event.start_time)}.`;
}

function untilText(ms: number, start: string): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes === 1) return 'in a minute';
  return minutes < HOUR_MIN ? `in ${minutes} minutes` : `today at ${formatTime(start)}`;
}
