import { DAY_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { rateLimited } from '#server/http/errors.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';

const NAMES_PER_DAY = 30;

/** The search index keeps each part of a name that there ever was. Per process. The result @throws HttpError `rate_limited` */
export function createNameLimit(clock: Clock): (userId: string) => void {
  const names = createRateLimit({ max: NAMES_PER_DAY, windowMs: DAY_MS }, clock);
  return (userId) => {
    const waitMs = names.take(userId);
    if (waitMs > 0) throw rateLimited(waitMs);
  };
}
