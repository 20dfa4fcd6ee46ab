import type { EventCard } from '@hereabouts/contract/events';
import { dayKey, dayLabel, timeState } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/home.tsx';

export type HomeEvent = EventCard & { state: 'live' | 'today' | 'upcoming' };
export type HomeSection = { key: string; label: string; isLive: boolean; events: HomeEvent[] };

const byEnd = (a: EventCard, b: EventCard) => Date.parse(a.end_time) - Date.parse(b.end_time) || a.id - b.id;
const byStart = (a: EventCard, b: EventCard) =>
  Date.parse(a.start_time) - Date.parse(b.start_time) || a.id - b.id;

/** LIVE, TODAY, TOMORROW, then one section a day, in the viewer's zone. Omits ended events, so a cached list stays correct. A
 * cancelled event is never live: during its times it is under TODAY. Source: HOME-09 to HOME-11, SAFE-04. */
export function sectionsOf(events: readonly EventCard[], now: number, timeZone?: string): HomeSection[] {
  const live: HomeEvent[] = [];
  const ahead: HomeEvent[] = [];
  const today = dayKey(now, timeZone);
  for (const event of events) {
    const state = timeState(event.start_time, event.end_time, now);
    if (state === 'ended') continue;
    if (state === 'live' && !event.is_cancelled) live.push({ ...event, state: 'live' });
    else {
      const isToday = state === 'live' || dayKey(event.start_time, timeZone) === today;
      ahead.push({ ...event, state: isToday ? 'today' : 'upcoming' });
    }
  }
  const sections: HomeSection[] = [];
  if (live.length > 0)
    sections.push({ key: 'live', label: texts.live, isLive: true, events: live.toSorted(byEnd) });
  for (const event of ahead.toSorted(byStart)) {
    const key = event.state === 'today' ? today : dayKey(event.start_time, timeZone);
    const last = sections.at(-1);
    if (last?.key === key) last.events.push(event);
    else
      sections.push({
        key,
        label: dayLabel(event.state === 'today' ? now : event.start_time, { timeZone, now }),
        isLive: false,
        events: [event],
      });
  }
  return sections;
}

export type ShortDate = { weekday: string; day: string; month: string; year: string | null };

/** "Friday 27 November" as Fri, 27 and Nov. Null for LIVE, TODAY and TOMORROW. */
export function shortDate(label: string): ShortDate | null {
  const [weekday = '', day = '', month, year] = label.split(' ');
  if (month === undefined) return null;
  return { weekday: weekday.slice(0, 3), day, month: month.slice(0, 3), year: year ?? null };
}

/** Whoever waits for a place has answered: nothing asks them again (HOME-23, HOST-08). */
export const isUnanswered = ({ my_status, is_waiting, created_by }: EventCard, viewerId: string): boolean =>
  my_status === 'pending' && !is_waiting && created_by !== viewerId;

/** As `isParticipant` in `server/src/access/event-roles.ts` (LIVE-02). */
export const isParticipant = ({ my_status, created_by }: EventCard, viewerId: string): boolean =>
  created_by === viewerId || my_status === 'accepted' || my_status === 'tentative';
