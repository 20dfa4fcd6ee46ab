import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#server/clock.ts';
import { BODY_TIMEOUT, refuseOnStream } from './unreadable-requests.ts';

/** 9 kB/s for the largest body, 256 kB. */
export const BODY_TIMEOUT_MS = 30_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Applies to bodies that no handler reads, too. */
export function limitBodyTime(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', ({ raw, id, routeOptions }, reply, done) => {
    if (hasBody(raw) && routeOptions.config.contract?.body !== 'image') {
      const cancel = clock.after(BODY_TIMEOUT_MS, () => {
        if (raw.complete) return;
        if (reply.raw.headersSent) raw.socket.destroy();
        else refuseOnStream(raw.socket, id, BODY_TIMEOUT);
      });
      raw.once('close', cancel);
    }
    done();
  });
}
