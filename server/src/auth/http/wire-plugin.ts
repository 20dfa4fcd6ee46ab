import { STATUS_CODES } from 'node:http';
import cookie from '@fastify/cookie';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_API_VERSION, AUTH_PATH, type AuthErrorBody } from '@hereabouts/contract/auth';
import { isUnavailable } from '#server/db/errors.ts';
import { isNestedTooDeep } from '#server/http/limits/json-depth.ts';
import { busy, WireError } from '#server/auth/wire-error.ts';

const BODY_MAX_BYTES = 64 * 1024;
const VERSION_HEADER = 'x-supabase-api-version';

export function registerWire(app: FastifyInstance, routes: (wire: FastifyInstance) => void): void {
  app.register(
    async (wire) => {
      await wire.register(cookie);
      wire.removeAllContentTypeParsers();
      wire.addContentTypeParser(
        'application/json',
        { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
        async (_request: FastifyRequest, body: string) => parseJson(body),
      );
      wire.addHook('onRequest', async (_request, reply) => {
        reply.header(VERSION_HEADER, AUTH_API_VERSION).header('cache-control', 'no-store');
      });
      wire.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply));
      // The app must not serve pages here.
      wire.all('/*', () => {
        throw new WireError('not_found', 'There is nothing at this address');
      });
      routes(wire);
    },
    { prefix: AUTH_PATH },
  );
}

function parseJson(body: string): unknown {
  if (body.trim() === '') return null;
  if (isNestedTooDeep(body)) throw new WireError('bad_json', 'The body is nested too deeply');
  try {
    return JSON.parse(body);
  } catch {
    throw new WireError('bad_json', 'The body is not valid JSON');
  }
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const expected = error instanceof WireError ? error : expectedFrom(error);
  if (expected !== null) return send(request, reply, expected);
  request.log.error(
    { err: error, method: request.method, route: request.routeOptions.url },
    'auth request failed',
  );
  return send(
    request,
    reply,
    new WireError('unexpected_failure', `Something went wrong on our side (${request.id})`),
  );
}

function expectedFrom(error: FastifyError): WireError | null {
  if (isUnavailable(error)) {
    return new WireError('request_timeout', 'The service is not available right now. Please try again.', {
      retryAfterS: 2,
    });
  }
  const status = error.statusCode ?? statusOf(error);
  switch (status) {
    case 413:
      return new WireError('request_entity_too_large', 'The body is too large');
    case 415:
      return new WireError('bad_json', 'The body must be application/json');
    case 429:
      return new WireError(
        'over_request_rate_limit',
        'Too many requests. Please wait a moment and try again.',
      );
    case 503:
      return busy();
    default:
      if (status < 400 || status >= 500) return null;
      return new WireError('validation_failed', STATUS_CODES[status] ?? 'Bad Request', { status });
  }
}

/** For clients that send no version of the protocol. */
type FirstErrorBody = Pick<AuthErrorBody, 'weak_password'> & {
  code: number;
  error_code: string;
  msg: string;
};

const asksForVersion = ({ headers }: FastifyRequest): boolean => {
  const version = String(headers[VERSION_HEADER] ?? '');
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= AUTH_API_VERSION;
};

const statusOf = (error: Error): number =>
  'status' in error && typeof error.status === 'number' ? error.status : 500;

function send(request: FastifyRequest, reply: FastifyReply, error: WireError) {
  const reasons = error.reasons && { weak_password: { reasons: [...error.reasons] } };
  const body: AuthErrorBody | FirstErrorBody = asksForVersion(request)
    ? { code: error.code, message: error.message, ...reasons }
    : { code: error.status, error_code: error.code, msg: error.message, ...reasons };
  if (error.retryAfterS !== null) reply.header('retry-after', String(error.retryAfterS));
  return reply.code(error.status).send(body);
}
