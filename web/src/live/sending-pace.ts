import { distanceM } from '#web/lib/geo/geodesy.ts';
import type { Fix } from './own-position.ts';

/** The last fix sent; `atMs` on this device's clock. */
export type Sent = { fix: Fix; atMs: number };

export type Conditions = {
  isWatched: boolean;
  isBatteryLow: boolean;
};

export const MOVING_EVERY_MS = 1_000;
export const STILL_EVERY_MS = 15_000;
export const UNWATCHED_EVERY_MS = 60_000;
export const LOW_MOVING_EVERY_MS = 5_000;
/** Two attempts in the minute after which a friend counts as last seen. */
export const LOW_STILL_EVERY_MS = 25_000;
export const LOW_UNWATCHED_EVERY_MS = 180_000;

/** A brisk walk past this is not the jitter of a good fix. */
const JITTER_MAX_M = 12;
const JITTER_MIN_M = 3;
const MOVING_FROM_MPS = 0.5;
/** A fix this much better than the last one is sent without movement. */
const BETTER_BY = 0.7;

/** Whether a fix adds information to the last one sent. Source: LIVE-07. */
export function isWorthSending(fix: Fix, sent: Fix): boolean {
  if (fix.takenAtMs === sent.takenAtMs) return false;
  if ((fix.speedMps ?? 0) >= MOVING_FROM_MPS) return true;
  if (fix.accuracyM < sent.accuracyM * BETTER_BY) return true;
  const jitterM = Math.min(Math.max(fix.accuracyM, JITTER_MIN_M), JITTER_MAX_M);
  return distanceM(fix, sent) > jitterM;
}

/** When the fix is due, in ms on this device's clock; a moment that has passed means now. */
export function dueAtMs(fix: Fix, sent: Sent | null, { isWatched, isBatteryLow }: Conditions): number {
  if (sent === null) return 0;
  if (!isWatched) return sent.atMs + (isBatteryLow ? LOW_UNWATCHED_EVERY_MS : UNWATCHED_EVERY_MS);
  if (isWorthSending(fix, sent.fix))
    return sent.atMs + (isBatteryLow ? LOW_MOVING_EVERY_MS : MOVING_EVERY_MS);
  return sent.atMs + (isBatteryLow ? LOW_STILL_EVERY_MS : STILL_EVERY_MS);
}
