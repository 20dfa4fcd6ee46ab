import { SECOND_MS } from '@hereabouts/contract/durations';

/** The header has seconds or a date; null for neither. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const waitMs = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}
