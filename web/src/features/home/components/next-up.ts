import { dayKey, formatTime } from '#web/lib/dates.ts';
import type { HomeEvent, HomeSection } from '../sections.ts';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;

export type NextUp = { event: HomeEvent; isLive: boolean; text: string };

/** What is on now, or what begins next today, in one sentence. Null when nothing is near. */
export function nextUp(sections: readonly HomeSection[], now: number): NextUp | null {
  const [first] = sections;
  const event = first?.events.find(({ is_cancelled }) => !is_cancelled);
  if (!first || !event) return null;
  if (first.isLive) {
    const others = first.events.length - 1;
    const text = `${event.title} is on now${others > 0 ? `, and ${others} more` : ''}.`;
    return { event, isLive: true, text };
  }
  if (dayKey(event.start_time) !== dayKey(now)) return null;
  const starts = untilText(Date.parse(event.start_time) - now, event.start_time);
  return { event, isLive: false, text: `${event.title} starts ${starts}.` };
}

function untilText(ms: number, start: string): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  if (minutes === 1) return 'in a minute';
  return minutes < HOUR_MIN ? `in ${minutes} minutes` : `today at ${formatTime(start)}`;
}
