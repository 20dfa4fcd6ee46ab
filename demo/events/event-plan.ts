import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { InviteStatus } from '@hereabouts/contract/invite-status';
import type { Picture } from '#demo/pictures/scenes.ts';
import type { PlaceName } from './places.ts';

/** When an event is, seen from the moment the demo starts, so that it never grows old. */
export type When =
  | { kind: 'live'; startedMin: number; leftMin: number }
  /** Later today, or what is left of it. */
  | { kind: 'today'; inMin: number; lastsMin: number }
  /** `at` is the local time of day; days before today have ended. */
  | { kind: 'day'; day: number; at: `${number}:${number}`; lastsMin: number };

export const live = (startedMin: number, leftMin: number): When => ({ kind: 'live', startedMin, leftMin });
export const today = (inMin: number, lastsMin: number): When => ({ kind: 'today', inMin, lastsMin });
export const onDay = (day: number, at: `${number}:${number}`, lastsMin: number): When => ({
  kind: 'day',
  day,
  at,
  lastsMin,
});

export type PlannedEvent = {
  title: string;
  /** Key of a person. */
  host: string;
  place: PlaceName;
  when: When;
  isPrivate?: boolean;
  picture?: Picture;
  description: string;
  /** How many guests besides the main person and those who chat. */
  guests: Partial<Record<InviteStatus, number>>;
  /** The main person's own answer where she is invited. */
  mine?: InviteStatus;
  /** Oldest first: who, what, how many minutes before the demo starts. */
  chat?: readonly (readonly [key: string, message: string, minutesAgo: number])[];
  /** How many minutes before the demo starts its host has cancelled it. */
  cancelledMinAgo?: number;
};

const FIVE_MIN_MS = 5 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;
/** No plan for today is further ahead. */
const TODAY_MAX_MIN = 300;
const DAY_END_MIN = 23 * 60 + 45;

/** Start and end in milliseconds since the epoch. */
export function timesOf(when: When, nowMs: number): { startMs: number; endMs: number } {
  switch (when.kind) {
    case 'live': {
      const round = (ms: number) => Math.floor(ms / QUARTER_MS) * QUARTER_MS;
      const endMs = round(nowMs + when.leftMin * MINUTE_MS) + QUARTER_MS;
      return { startMs: round(nowMs - when.startedMin * MINUTE_MS), endMs };
    }
    case 'today': {
      const leftMs = localTime(nowMs, 0, DAY_END_MIN) - nowMs;
      // Late in the day what is planned moves closer together instead of into tomorrow.
      const share = Math.min(1, Math.max(0, leftMs) / (TODAY_MAX_MIN * MINUTE_MS));
      const inMs = when.inMin * MINUTE_MS * share;
      const startMs = Math.ceil((nowMs + Math.max(inMs, MINUTE_MS)) / FIVE_MIN_MS) * FIVE_MIN_MS;
      return { startMs, endMs: startMs + when.lastsMin * MINUTE_MS };
    }
    case 'day': {
      const [hours = 0, minutes = 0] = when.at.split(':').map(Number);
      const startMs = localTime(nowMs, when.day, hours * 60 + minutes);
      return { startMs, endMs: startMs + when.lastsMin * MINUTE_MS };
    }
  }
}

/** A time of day in the machine's own zone, right on days with a change of clock too. */
function localTime(nowMs: number, day: number, minuteOfDay: number): number {
  const date = new Date(nowMs);
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() + day);
  date.setHours(Math.floor(minuteOfDay / 60), minuteOfDay % 60);
  return date.getTime();
}
