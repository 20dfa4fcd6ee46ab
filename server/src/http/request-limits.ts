import { MINUTE_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import type { Operation, RequestLimit, Route } from '@hereabouts/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { HttpError, rateLimited } from './errors.ts';

/** Ten a second, far above what the web client sends. */
const AUTOMATIC_PER_MINUTE = 600;

const overloaded = () => new HttpError('unavailable', ERROR_TEXTS.unavailable);

declare module 'fastify' {
  interface FastifyInstance {
    isOverloaded(): boolean;
  }
}

/** For routes that always answer. */
export const NEVER_OVERLOADED = { config: { pressureHandler: () => {} } };

/** Early check for overload; possible revocations pass (LIVE-10). */
export async function refuseUnderPressure({ routeOptions }: FastifyRequest): Promise<void> {
  const limit = routeOptions.config.contract?.limit;
  if (limit === undefined || limit === 'write' || limit === 'automatic') throw overloaded();
}

/** Refuses requests that need the database while its statements wait longer than `maxLagMs` (0: never). */
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

/** Charges one request. @throws HttpError `rate_limited` when this budget is used up, `unavailable` while overloaded */
export type CountRequest = (limit: RequestLimit, userId: string) => void;

/** Limits signed-in people's requests by kind. Revocations are never refused. */
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
    if (app.isOverloaded()) throw overloaded();
    const waitMs = budgets[limit].take(userId);
    if (waitMs > 0) throw rateLimited(waitMs);
  };
}

/** By the parsed body; null: none, or the handler decides (`by_effect`). */
export function limitOf({ method }: Route, { limit }: Operation, body: unknown): RequestLimit | null {
  if (limit === 'by_effect') return null;
  if (typeof limit === 'function') return limit(body as never);
  return limit ?? (method === 'GET' ? null : 'write');
}
