import { webClock } from '#web/lib/time/clock.ts';
import { ApiError, NetworkError, ReadTimeoutError } from './api.ts';

const RETRYABLE_STATUSES = new Set([502, 503, 504]);
/** A rate limit that ends this soon is waited for; beyond that, the person decides. */
const LIMIT_PATIENCE_MS = 5_000;
const READ_RETRIES = 3;
const WRITE_RETRIES = 2;
/** From the press: later the person, here or on another device, may have chosen otherwise. */
const WRITE_PATIENCE_MS = 10_000;

/** Whether to read again after `failures` failures: only where the same question may be answered next time. */
export function retryRead(failures: number, error: unknown): boolean {
  // The person has waited long enough: they decide whether to go on.
  if (failures >= READ_RETRIES || error instanceof ReadTimeoutError) return false;
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError)) return false;
  if (error.status === 429) return (error.retryAfterMs ?? Infinity) <= LIMIT_PATIENCE_MS;
  return RETRYABLE_STATUSES.has(error.status);
}

/** Sends again what the server could not take at the moment. It may have taken it all the same, where it lost the database at the
 * commit: a change that would then be made twice has an id of its own, or `retry: false`. React Query would wait with that until a
 * hidden page is looked at, perhaps for hours. */
export async function retryWrite<T>(send: () => Promise<T>, clock = webClock): Promise<T> {
  const untilMs = clock.now() + WRITE_PATIENCE_MS;
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unavailable' || failures === WRITE_RETRIES)
        throw error;
      const delayMs = Math.max(error.retryAfterMs ?? 0, retryDelay(failures));
      if (clock.now() + delayMs > untilMs) throw error;
      await new Promise<void>((resolve) => clock.after(delayMs, resolve));
      // Timers of a hidden page may stand still.
      if (clock.now() > untilMs) throw error;
    }
  }
}

/** Milliseconds before the next try. */
export const retryDelay = (failures: number, error?: unknown): number => {
  const asked = error instanceof ApiError && error.status === 429 ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(1_000 * 2 ** failures, 10_000));
};
