import { MINUTE_MS } from '@hereabouts/contract/durations';
import { dayKey, formatEventStart, formatEventTime } from '#web/lib/time/dates.ts';
import type { HomeEvent, HomeSection } from '../sections.ts';

const HOUR_MIN = 60;

/** `when` ends the sentence that the event's title begins. */
export type NextUp = { event: HomeEvent; isLive: boolean; when: string };

/** The running or next event; null without one. */
export function nextUp(sections: readonly HomeSection[], now: number): NextUp | null {
  const first = sections.find(({ events }) => events.some(({ is_cancelled }) => !is_cancelled));
  const event = first?.events.find(({ is_cancelled }) => !is_cancelled);
  if (!first || !event) return null;
  if (first.isLive) {
    const others = first.events.filter(({ is_cancelled }) => !is_cancelled).length - 1;
    return { event, isLive: true, when: `is on now${others > 0 ? `, and ${others} more` : ''}.` };
  }
  return { event, isLive: false, when: `starts ${startText(event, now)}.` };
}

function startText(event: HomeEvent, now: number): string {
  const start = event.start_time;
  if (dayKey(start) !== dayKey(now)) return formatEventStart(event, { now });
  const minutes = Math.max(1, Math.round((Date.parse(start) - now) / MINUTE_MS));
  if (minutes === 1) return 'in a minute';
  return minutes < HOUR_MIN ? `in ${minutes} minutes` : `today at ${formatEventTime(event, 'start_time')}`;
}
