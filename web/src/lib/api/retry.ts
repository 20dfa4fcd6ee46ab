import { ApiError, NetworkError, ReadTimeoutError } from './api.ts';

const RETRYABLE_STATUSES = new Set([502, 503, 504]);
/** A rate limit that ends this soon is waited for; beyond that, the person decides. */
const LIMIT_PATIENCE_MS = 5_000;
const READ_RETRIES = 3;
const WRITE_RETRIES = 2;

/** Whether to read again after `failures` failures: only where the same question may be answered next time. */
export function retryRead(failures: number, error: unknown): boolean {
  // The person has waited long enough: they decide whether to go on.
  if (failures >= READ_RETRIES || error instanceof ReadTimeoutError) return false;
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError)) return false;
  if (error.status === 429) return (error.retryAfterMs ?? Infinity) <= LIMIT_PATIENCE_MS;
  return RETRYABLE_STATUSES.has(error.status);
}

/** Writes are retried only if the server states that it did not take the request. */
export function retryWrite(failures: number, error: unknown): boolean {
  return failures < WRITE_RETRIES && error instanceof ApiError && error.code === 'unavailable';
}

/** Milliseconds before the next try. */
export const retryDelay = (failures: number, error?: unknown): number => {
  const asked = error instanceof ApiError && error.status === 429 ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, Math.min(1_000 * 2 ** failures, 10_000));
};
