import { DAY_MS, HOUR_MS } from './durations.ts';

/** Before an event's start, ms: those who have not answered are asked, everyone Going or Maybe is reminded (REM-01). */
export const REMINDER_LEADS_MS = { answer: 2 * DAY_MS, day: DAY_MS, hour: HOUR_MS } as const;
export type ReminderRound = keyof typeof REMINDER_LEADS_MS;
