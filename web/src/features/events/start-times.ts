import { DAY_MS, HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { dayKey, toDateTimeInput } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/event-form.tsx';
import { DEFAULT_DURATION_MS, EMPTY_DRAFT, type EventDraft } from './draft.ts';

const EVENING = '20:00';
const SATURDAY = 6;

/** From the next full hour for two hours. Source: EVF-26. */
export function newDraft(now: number, timeZone?: string): EventDraft {
  const pastHourMs = Number(toDateTimeInput(isoOf(now), timeZone).slice(14)) * MINUTE_MS;
  const hourMs = now - (now % MINUTE_MS) - pastHourMs + HOUR_MS;
  const [startAt, endAt] = [isoOf(hourMs), isoOf(hourMs + DEFAULT_DURATION_MS)];
  const [start, end] = [toDateTimeInput(startAt, timeZone), toDateTimeInput(endAt, timeZone)];
  return { ...EMPTY_DRAFT, start, end, startAt, endAt };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** As their inputs hold them. Source: EVF-26. */
export function evenings(now: number, timeZone?: string): { label: string; start: string }[] {
  const today = Date.parse(`${dayKey(now, timeZone)}T00:00Z`);
  const on = (days: number) => `${new Date(today + days * DAY_MS).toISOString().slice(0, 10)}T${EVENING}`;
  const time = toDateTimeInput(isoOf(now), timeZone).slice(11);
  // Neither today nor tomorrow.
  const toSaturday = ((SATURDAY - new Date(today).getUTCDay() + 5) % 7) + 2;
  return [
    ...(time < EVENING ? [{ label: texts.tonight, start: on(0) }] : []),
    { label: texts.tomorrow, start: on(1) },
    { label: texts.saturday, start: on(toSaturday) },
  ];
}
