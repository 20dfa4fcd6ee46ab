import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { waitUntil } from '#server/async/wait-until.ts';

/**
 * How long after its request a "not found" is answered, ms. Looking for a private event takes a little longer than
 * looking for an id that does not exist; both take less than this, so the time says nothing (PERM-05).
 */
export const NOT_FOUND_AFTER_MS = 20;

declare module 'fastify' {
  interface FastifyRequest {
    /** By the server's clock. */
    receivedMs: number;
  }
}

/** Resolves when a "not found" may be answered to this request. */
export type NotFoundDelay = (request: FastifyRequest) => Promise<void>;

export function createNotFoundDelay(app: FastifyInstance, clock: Clock, afterMs: number): NotFoundDelay {
  app.decorateRequest('receivedMs', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.receivedMs = clock.now();
    done();
  });
  return (request) => waitUntil(clock, request.receivedMs + afterMs);
}
