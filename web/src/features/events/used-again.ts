import { DAY_MS } from '@hereabouts/contract/durations';
import type { EventDetail } from '@hereabouts/contract/events';
import { dayKey, fromDateTimeInput, toDateTimeInput } from '#web/lib/time/dates.ts';
import { draftOf, type EventDraft } from './draft.ts';

/** Everything but the dates and roles; guests who are no friends are left out by the form. Source: HOST-07. */
export function usedAgain(event: EventDetail, viewerId: string, now: number): EventDraft {
  const guestIds = [event.host.id, ...event.invites.map(({ user }) => user.id)];
  return {
    ...draftOf(event),
    ...timesAgain(event.start_time, event.end_time, now),
    inviteeIds: guestIds.filter((id) => id !== viewerId),
  };
}

/** The first same weekday after today and the old event, at the same local times. */
export function timesAgain(
  startTime: string,
  endTime: string,
  now: number,
  timeZone?: string,
): Pick<EventDraft, 'start' | 'end' | 'startAt' | 'endAt'> {
  const dayOf = (when: string | number) => Date.parse(`${dayKey(when, timeZone)}T00:00Z`);
  const [firstDay, lastDay] = [dayOf(startTime), dayOf(endTime)];
  const weekMs = 7 * DAY_MS;
  const weeks = Math.floor((Math.max(dayOf(now), lastDay) - firstDay) / weekMs) + 1;
  const moved = (when: string) => {
    const day = new Date(dayOf(when) + weeks * weekMs).toISOString().slice(0, 10);
    return `${day}T${toDateTimeInput(when, timeZone).slice(11)}`;
  };
  const startAt = fromDateTimeInput(moved(startTime), timeZone) ?? startTime;
  const endAt = fromDateTimeInput(moved(endTime), timeZone) ?? endTime;
  // The clocks may skip the time of the start, or repeat that of the end.
  const lasted = Date.parse(endTime) - Date.parse(startTime);
  const laterEnd = endAt > startAt ? endAt : new Date(Date.parse(startAt) + lasted).toISOString();
  return {
    start: toDateTimeInput(startAt, timeZone),
    end: toDateTimeInput(laterEnd, timeZone),
    startAt,
    endAt: laterEnd,
  };
}
