import { MINUTE_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import type { Operation, RequestLimit, Route } from '@hereabouts/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { HttpError, rateLimited } from './errors.ts';

/** Read markers and the like: ten a second, far above what the web client sends. */
const AUTOMATIC_PER_MINUTE = 600;

const overloaded = () => new HttpError('unavailable', ERROR_TEXTS.unavailable);

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the event loop or the database is behind by more than OVERLOAD_LAG_MS. */
    isOverloaded(): boolean;
  }
}

/** For routes that answer however much there is to do. */
export const NEVER_OVERLOADED = { config: { pressureHandler: () => {} } };

/** Refuses a request early while the process is overloaded, unless it may turn out to be a revocation (LIVE-10). */
export async function refuseUnderPressure({ routeOptions }: FastifyRequest): Promise<void> {
  const limit = routeOptions.config.contract?.limit;
  if (limit === undefined || limit === 'write' || limit === 'automatic') throw overloaded();
}

/**
 * Refuses early what needs the database while its statements wait for longer than `maxLagMs` (0: never): however quick the
 * event loop is, one more would only wait with them. Files, tiles and health are answered without it.
 */
export function shedByDatabase(
  app: FastifyInstance,
  { lagMs, maxLagMs }: { lagMs: () => number; maxLagMs: number },
): void {
  const isBehind = () => maxLagMs > 0 && lagMs() > maxLagMs;
  app.decorate('isOverloaded', () => app.isUnderPressure() || isBehind());
  app.addHook('onRequest', async (request) => {
    const { config, url = '' } = request.routeOptions;
    if ('pressureHandler' in config || !(config.contract || url.startsWith('/auth/v1/'))) return;
    if (isBehind()) await refuseUnderPressure(request);
  });
}

/**
 * Counts one request of a person.
 * @throws HttpError `rate_limited` when the budget of this kind is used up, `unavailable` while the process is overloaded
 */
export type CountRequest = (limit: RequestLimit, userId: string) => void;

/** The one place that limits what signed-in people send, by the kind of request. Revocations are never refused. */
export function createRequestLimits(
  app: FastifyInstance,
  { writesPerMinute, clock }: { writesPerMinute: number; clock: Clock },
): CountRequest {
  const budgets = {
    write: createRateLimit({ max: writesPerMinute, windowMs: MINUTE_MS }, clock),
    automatic: createRateLimit({ max: AUTOMATIC_PER_MINUTE, windowMs: MINUTE_MS }, clock),
  };
  return (limit, userId) => {
    if (limit === 'revocation') return;
    // A route that may revoke has passed the early check.
    if (app.isOverloaded()) throw overloaded();
    const waitMs = budgets[limit].take(userId);
    if (waitMs > 0) throw rateLimited(waitMs);
  };
}

/** What a request counts towards, by its parsed body; null: nothing, or the handler decides (`by_effect`). */
export function limitOf({ method }: Route, { limit }: Operation, body: unknown): RequestLimit | null {
  if (limit === 'by_effect') return null;
  if (typeof limit === 'function') return limit(body as never);
  return limit ?? (method === 'GET' ? null : 'write');
}
