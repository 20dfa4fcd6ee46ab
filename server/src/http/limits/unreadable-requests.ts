import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERROR_TEXTS, ERROR_STATUS, type ErrorCode, type ErrorEnvelope } from '@hereabouts/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { REQUEST_ID_HEADER } from '#server/http/request-log.ts';
import { DATA_POLICY } from '#server/http/pages/security-headers.ts';

type Refusal = { status: number; code: ErrorCode; message: string };

const MALFORMED: Refusal = { status: 400, code: 'invalid', message: 'The request is not valid HTTP' };
const BY_ERROR_CODE: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'invalid',
    message: 'The request took too long to arrive. Please try again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'payload_too_large',
    message: 'The headers of the request are too large',
  },
};

export const BODY_TIMEOUT: Refusal = {
  status: 408,
  code: 'invalid',
  message: 'The body of the request took too long to arrive. Please try again.',
};

export const NO_LENGTH: Refusal = {
  status: 411,
  code: 'invalid',
  message: 'The length of the body must be sent with the request',
};

export const NO_MEMORY: Refusal = {
  status: ERROR_STATUS.unavailable,
  code: 'unavailable',
  message: ERROR_TEXTS.unavailable,
};

/** Node cannot parse these, so they reach no handler. */
export function refuseUnreadable(
  error: Error & { code?: string },
  stream: Duplex,
  log: Pick<FastifyBaseLogger, 'debug'>,
): void {
  if (error.code === 'ECONNRESET') return;
  const refusal = BY_ERROR_CODE[error.code ?? ''] ?? MALFORMED;
  const requestId = randomUUID();
  // The error contains the request's bytes and tokens.
  log.debug({ request_id: requestId, reason: error.code, status: refusal.status }, 'unreadable request');
  refuseOnStream(stream, requestId, refusal);
}

export function refuseOnStream(stream: Duplex, requestId: string, { status, code, message }: Refusal): void {
  if (stream.destroyed) return;
  if (!stream.writable) {
    stream.destroy();
    return;
  }
  const body = JSON.stringify({ error: { code, message } } satisfies ErrorEnvelope);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    `Content-Security-Policy: ${DATA_POLICY}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  stream.once('finish', () => stream.destroy());
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
