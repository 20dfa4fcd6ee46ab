import { ApiError, NetworkError } from './api.ts';

const RETRYABLE_STATUSES = new Set([502, 503, 504]);
const READ_RETRIES = 3;
const WRITE_RETRIES = 2;

/** Whether to read again after `failures` failures: only where the same question may be answered next time. */
export function retryRead(failures: number, error: unknown): boolean {
  if (failures >= READ_RETRIES) return false;
  return error instanceof NetworkError || (error instanceof ApiError && RETRYABLE_STATUSES.has(error.status));
}

/** As `retryRead`, for writes: only a server that says it did not take the request is asked again. */
export function retryWrite(failures: number, error: unknown): boolean {
  return failures < WRITE_RETRIES && error instanceof ApiError && error.code === 'unavailable';
}

/** Milliseconds before the next try. */
export const retryDelay = (failures: number): number => Math.min(1_000 * 2 ** failures, 10_000);
