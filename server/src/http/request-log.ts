import type { ErrorCode } from '@hereabouts/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { HttpError } from './errors.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** The pattern, because paths contain tokens. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unknown';

const REFUSALS_BY_ROLE: ReadonlySet<string> = new Set<ErrorCode>(['forbidden', 'account_needed']);

export const sendRequestId = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header(REQUEST_ID_HEADER, request.id);
};

/** Logs nothing typed by people, and network addresses only with LOG_NETWORK_ADDRESSES (OPS-08). */
export function logRequests(
  app: FastifyInstance,
  { accessLog, logNetworkAddresses }: Pick<Config, 'accessLog' | 'logNetworkAddresses'>,
  securityLog: SecurityLog,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    sendRequestId(request, reply);
    done();
  });
  app.addHook('onError', (request, _reply, error: Error, done) => {
    if (error instanceof HttpError && REFUSALS_BY_ROLE.has(error.code)) {
      const { viewer, id, ip } = request;
      const who = { userId: viewer?.userId, sessionId: viewer?.sessionId, ip };
      securityLog.record('refused', {
        ...who,
        requestId: id,
        route: routeOf(request),
        method: request.method,
      });
    }
    done();
  });
  if (!accessLog) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
        ...(logNetworkAddresses && { network_address: request.ip }),
      },
      'request',
    );
    done();
  });
}
