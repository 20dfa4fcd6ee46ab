import type { FastifyInstance } from 'fastify';
import { HttpError } from '#server/http/errors.ts';

/** No client compresses bodies, and three kilobytes can unpack to four gigabytes. */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
    done(isEncoded ? new HttpError('unsupported_media', 'A body may not be compressed') : undefined);
  });
}
