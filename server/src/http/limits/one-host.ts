import type { FastifyInstance } from 'fastify';
import { HttpError } from '#server/http/errors.ts';

/** Of two Host headers a proxy may have routed by the other one. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
    }
    done(hosts > 1 ? new HttpError('invalid', 'Send exactly one Host header') : undefined);
  });
}
