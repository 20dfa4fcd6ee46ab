import { hasEnded, hasStarted } from '@hereabouts/contract/event-times';

export type Times = { start_time: string; end_time: string; cancelled_at: string | null };

/** As `hasEnded`. */
export const notEndedSql = (now: string): string => `e.end_time >= ${now}`;

/** Both included; ignores cancellation. */
export const isWithinTimes = (event: Pick<Times, 'start_time' | 'end_time'>, nowMs: number): boolean =>
  hasStarted(event, nowMs) && !hasEnded(event, nowMs);

export const isCancelled = (event: Pick<Times, 'cancelled_at'>): boolean => event.cancelled_at !== null;

export const notCancelledSql = 'e.cancelled_at is null';

/** Possibly ended since (SAFE-04). */
export const wentLive = (event: Omit<Times, 'end_time'>, nowMs: number): boolean =>
  !isCancelled(event) && hasStarted(event, nowMs);

export const wentLiveSql = (now: string): string => `${notCancelledSql} and e.start_time <= ${now}`;

/** Both included (HOME-10, LIVE-01). */
export const isRunning = (event: Times, nowMs: number): boolean =>
  wentLive(event, nowMs) && !hasEnded(event, nowMs);

export const runningSql = (now: string): string => `(${wentLiveSql(now)} and ${notEndedSql(now)})`;

/** RSVP-03, SAFE-04. */
export const isOver = (event: Omit<Times, 'start_time'>, nowMs: number): boolean =>
  isCancelled(event) || hasEnded(event, nowMs);

export const notOverSql = (now: string): string => `(${notCancelledSql} and ${notEndedSql(now)})`;

export const isAhead = (event: Omit<Times, 'end_time'>, nowMs: number): boolean =>
  !isCancelled(event) && !hasStarted(event, nowMs);

export const aheadSql = (now: string): string => `(${notCancelledSql} and e.start_time > ${now})`;
