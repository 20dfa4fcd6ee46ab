import { ERROR_TEXTS, type ErrorCode, type ErrorEnvelope } from '@hereabouts/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForeignKeyViolation, isUnavailable } from '#server/db/errors.ts';
import { StorageUnavailableError } from '#server/storage/available-storage.ts';
import { HttpError, notFound, unavailable } from './errors.ts';
import type { NotFoundDelay } from './not-found-delay.ts';

const FRAMEWORK_CODES: Record<number, ErrorCode> = {
  400: 'invalid',
  403: 'not_found',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  414: 'not_found',
  415: 'unsupported_media',
  416: 'invalid',
  429: 'rate_limited',
  503: 'unavailable',
};

const UNAVAILABLE_RETRY_S = 2;

export function installErrorHandler(app: FastifyInstance, delayNotFound: NotFoundDelay): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (request.viewer !== null && error instanceof HttpError && error.code === 'not_found') {
      await delayNotFound(request);
    }
    return answerFailure(error, request, reply);
  });
}

/** The response to an unexpected failure has only an id. */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const expected = error instanceof HttpError ? error : expectedFrom(error);
  if (expected === null) return sendInternal(error, request, reply);
  const envelope: ErrorEnvelope = { error: { code: expected.code, message: expected.message } };
  if (expected.fields) envelope.error.fields = expected.fields;
  const retryAfterS = expected.retryAfterS ?? (expected.code === 'unavailable' ? UNAVAILABLE_RETRY_S : null);
  if (retryAfterS !== null) reply.header('retry-after', String(retryAfterS));
  return reply.code(expected.status).send(envelope);
}

function expectedFrom(error: FastifyError): HttpError | null {
  if (isUnavailable(error) || error instanceof StorageUnavailableError) return unavailable();
  // A referenced row has just been deleted.
  if (isForeignKeyViolation(error)) return notFound();
  const code = FRAMEWORK_CODES[error.statusCode ?? 500];
  if (code === undefined) return null;
  if (code === 'rate_limited' || code === 'unavailable') return new HttpError(code, ERROR_TEXTS[code]);
  return code === 'not_found' ? notFound() : new HttpError(code, error.message);
}

function sendInternal(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  request.log.error(
    { err: error, method: request.method, route: request.routeOptions.url },
    'request failed',
  );
  const envelope: ErrorEnvelope = {
    error: { code: 'internal', message: ERROR_TEXTS.internal, request_id: request.id },
  };
  return reply.code(500).send(envelope);
}
