import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Operation, RequestLimit, Route } from '@hereabouts/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Database, LagOf } from '#server/db/database.ts';
import { currentRequester } from '#server/async/requester.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { rateLimited, unavailable } from '#server/http/errors.ts';

/** Ten a second, far above what the web client sends. */
const AUTOMATIC_PER_MINUTE = 600;

declare module 'fastify' {
  interface FastifyContextConfig {
    isNeverOverloaded?: boolean;
    /** The route calls `refuseBehindDatabase` once it knows who asks, so that one person's backlog refuses nobody else. */
    knowsWhoAsks?: boolean;
  }
  interface FastifyInstance {
    isOverloaded(): boolean;
    refuseBehindDatabase(request: FastifyRequest): void;
    refusesWrites(): boolean;
  }
}

/** For routes that always answer. */
export const NEVER_OVERLOADED = { config: { isNeverOverloaded: true } };

/** Whether it is a revocation may depend on the body or the effect. Overload refuses none of these routes (LIVE-10). */
export function mayBeRevocation({ routeOptions }: FastifyRequest): boolean {
  const limit = routeOptions.config.contract?.limit;
  return limit !== undefined && limit !== 'write' && limit !== 'automatic';
}

type Lags = {
  loopMs: () => number;
  databaseMs: Database['lagMs'];
  /** 0: never refuse. */
  maxMs: number;
  hasSpace: () => boolean;
};

/** Counts as a change. */
const SIGN_UP_PATH = '/auth/v1/signup';

const lagOf = ({ method }: FastifyRequest): LagOf => (method === 'GET' ? 'statements' : 'all');

/** Refuses requests while the event loop lags by more than `maxMs`. Also refuses those that need the database while the requester's
 * statements (for changes also transactions) wait longer, and sign-ups while the disk is nearly full. Never refuses revocations. */
export function refuseOverloaded(app: FastifyInstance, { loopMs, databaseMs, maxMs, hasSpace }: Lags): void {
  const isLoopBehind = () => maxMs > 0 && loopMs() > maxMs;
  const isDatabaseBehind = (of: LagOf, { isKnown = true } = {}) => {
    const { address, key } = currentRequester() ?? {};
    const who = address === undefined ? undefined : { address, key: isKnown ? (key ?? null) : null };
    return maxMs > 0 && databaseMs(of, who) > maxMs;
  };
  app.decorate('refusesWrites', () => !hasSpace());
  app.decorate('isOverloaded', () => isLoopBehind() || isDatabaseBehind('all'));
  app.decorate('refuseBehindDatabase', (request: FastifyRequest) => {
    if (isDatabaseBehind(lagOf(request)) && !mayBeRevocation(request)) throw unavailable();
  });
  app.addHook('onRequest', async (request) => {
    const { config, url = '' } = request.routeOptions;
    if (config.isNeverOverloaded === true) return;
    const needsDatabase = config.contract !== undefined || url.startsWith('/auth/v1/');
    if (url === SIGN_UP_PATH && !hasSpace()) throw unavailable();
    const isKnown = config.knowsWhoAsks !== true;
    const isBehind = isLoopBehind() || (needsDatabase && isDatabaseBehind(lagOf(request), { isKnown }));
    if (isBehind && !mayBeRevocation(request)) throw unavailable();
  });
}

/** @throws HttpError `rate_limited`, `unavailable` while overloaded and for a `write` while the disk is nearly full */
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
    if (app.isOverloaded() || (limit === 'write' && app.refusesWrites())) throw unavailable();
    const waitMs = budgets[limit].take(userId);
    if (waitMs > 0) throw rateLimited(waitMs);
  };
}

/** By the parsed body. Null: none, or the handler decides (`by_effect`). */
export function limitOf({ method }: Route, { limit }: Operation, body: unknown): RequestLimit | null {
  if (limit === 'by_effect') return null;
  if (typeof limit === 'function') return limit(body as never);
  return limit ?? (method === 'GET' ? null : 'write');
}
