/** When an event is, as ISO text; `cancelled_at` is null unless it was cancelled. */
export type Times = { start_time: string; end_time: string; cancelled_at: string | null };

/** LIVE ends with the end: an event has ended once its end lies before now (HOME-10). */
export const hasEnded = (event: Pick<Times, 'end_time'>, nowMs: number): boolean =>
  nowMs > Date.parse(event.end_time);

/** The opposite of `hasEnded` in SQL, over `events e`. `now` is trusted SQL. */
export const notEndedSql = (now: string): string => `e.end_time >= ${now}`;

const hasStarted = (event: Pick<Times, 'start_time'>, nowMs: number): boolean =>
  nowMs >= Date.parse(event.start_time);

/** By its times alone, both included: whether it was cancelled is another question. */
export const isWithinTimes = (event: Pick<Times, 'start_time' | 'end_time'>, nowMs: number): boolean =>
  hasStarted(event, nowMs) && !hasEnded(event, nowMs);

/** Cancelled for good (SAFE-04). */
export const isCancelled = (event: Pick<Times, 'cancelled_at'>): boolean => event.cancelled_at !== null;

/** The opposite of `isCancelled` in SQL, over `events e`. */
export const notCancelledSql = 'e.cancelled_at is null';

/** Has gone live, and may have ended since; a cancelled event never does (SAFE-04). */
export const wentLive = (event: Omit<Times, 'end_time'>, nowMs: number): boolean =>
  !isCancelled(event) && hasStarted(event, nowMs);

/** `wentLive` in SQL, over `events e`. `now` is trusted SQL. */
export const wentLiveSql = (now: string): string => `${notCancelledSql} and e.start_time <= ${now}`;

/** LIVE: from the start to the end, both included, unless cancelled (HOME-10, LIVE-01). */
export const isRunning = (event: Times, nowMs: number): boolean =>
  wentLive(event, nowMs) && !hasEnded(event, nowMs);

/** `isRunning` in SQL, over `events e`. `now` is trusted SQL. */
export const runningSql = (now: string): string => `(${wentLiveSql(now)} and ${notEndedSql(now)})`;

/** Answers, invitations and live sharing end with the event, be it over or cancelled (RSVP-03, SAFE-04). */
export const isOver = (event: Omit<Times, 'start_time'>, nowMs: number): boolean =>
  isCancelled(event) || hasEnded(event, nowMs);

/** The opposite of `isOver` in SQL, over `events e`. `now` is trusted SQL. */
export const notOverSql = (now: string): string => `(${notCancelledSql} and ${notEndedSql(now)})`;
