import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify';
import { ERROR_MESSAGES } from '@hereabouts/contract/errors';
import type { Config } from '#server/config.ts';
import { answerFailure, installErrorHandler } from './error-handler.ts';
import { HttpError } from './errors.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { isPageRequest } from './web-app.ts';

const BODY_MAX_BYTES = 256 * 1024;
/** Answers are compressed as they go out: the quickest level costs a third of the usual one and sends 8 % more. */
const BROTLI_QUALITY = 1;
/** Longer than the slowest upload is given, so that its own limit speaks first. */
const REQUEST_MAX_MS = 190_000;
const COMPRESS_MIN_BYTES = 1_024;

/** PEM. */
export type TlsKeyPair = { cert: string; key: string };

/** The HTTP server without any route: limits, headers, compression, the error handler. */
export async function createHttp(
  config: Config,
  log: FastifyBaseLogger,
  tls: TlsKeyPair | null = null,
): Promise<FastifyInstance> {
  // Typed as without TLS: what is built on it sees no difference.
  const options: FastifyServerOptions = {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_MAX_MS,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    forceCloseConnections: 'idle' as const,
    // An address that cannot be decoded: an unknown page leads home like any other (NAV-05), the rest is refused.
    frameworkErrors: (error, request, reply) =>
      isPageRequest(request) ? reply.redirect('/') : answerFailure(error, request, reply),
    ...(tls && { https: tls }),
  };
  const app = Fastify(options);
  app.decorateRequest('viewer', null);
  installErrorHandler(app);

  sendSecurityHeaders(app, config, { isTls: tls !== null });
  await app.register(compress, {
    threshold: COMPRESS_MIN_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  await app.register(underPressure, {
    maxEventLoopDelay: config.overloadLagMs,
    retryAfter: 2,
    customError: class extends HttpError {
      constructor() {
        super('unavailable', ERROR_MESSAGES.unavailable);
      }
    },
  });
  await app.register(rateLimit, {
    max: config.writesPerMinute,
    timeWindow: '1 minute',
    hook: 'preValidation',
    keyGenerator: (request) => request.viewer?.userId ?? request.ip,
    allowList: (request) => request.viewer === null || request.method === 'GET' || request.method === 'HEAD',
  });
  return app;
}
