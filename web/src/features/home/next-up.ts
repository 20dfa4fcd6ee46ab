import { MINUTE_MS } from '@hereabouts/contract/durations';
import { dayKey, formatEventStart, formatEventTime, formatEventUntil } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/home.tsx';
import type { HomeEvent, HomeSection } from './sections.ts';

const HOUR_MIN = 60;

export type NextUp = { event: HomeEvent; isLive: boolean; when: string };

/** Neither cancelled nor declined. */
export function nextUp(sections: readonly HomeSection[], now: number): NextUp | null {
  const isNext = ({ is_cancelled, my_status }: HomeEvent) => !is_cancelled && my_status !== 'declined';
  const first = sections.find(({ events }) => events.some(isNext));
  const event = first?.events.find(isNext);
  if (!first || !event) return null;
  return { event, isLive: first.isLive, when: startsText(event, now) };
}

/** "on now, until 21:00", "in 20 minutes", "today at 19:00", later with the date. */
export function startsText(event: HomeEvent, now: number): string {
  const start = event.start_time;
  if (Date.parse(start) <= now) return texts.onNowUntilEventTime(formatEventUntil(event, { now }));
  if (dayKey(start) !== dayKey(now)) return formatEventStart(event, { now });
  const minutes = Math.max(1, Math.round((Date.parse(start) - now) / MINUTE_MS));
  if (minutes === 1) return texts.inAMinute;
  return minutes < HOUR_MIN
    ? texts.startsInMinutes(minutes)
    : texts.todayAtEventTime(formatEventTime(event, 'start_time'));
}
