import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { waitUntil } from '#server/async/wait-until.ts';

/** After the request, ms. Longer than a look-up of a private event, so that the time reveals nothing (PERM-05). */
export const NOT_FOUND_AFTER_MS = 20;

declare module 'fastify' {
  interface FastifyRequest {
    receivedMs: number;
  }
}

export type NotFoundDelay = (request: FastifyRequest) => Promise<void>;

export function createNotFoundDelay(app: FastifyInstance, clock: Clock, afterMs: number): NotFoundDelay {
  app.decorateRequest('receivedMs', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.receivedMs = clock.now();
    done();
  });
  return (request) => waitUntil(clock, Math.min(request.receivedMs, clock.now()) + afterMs);
}
