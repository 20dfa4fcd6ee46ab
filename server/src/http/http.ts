import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Config } from '#server/config.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { limitRequestMemory, type ClientMemory } from '#server/http/limits/request-memory.ts';
import { limitBodyTime } from '#server/http/limits/body-timeout.ts';
import { refuseEncodedBodies } from '#server/http/limits/encoded-bodies.ts';
import { answerFailure, installErrorHandler } from './error-handler.ts';
import { refuseOverloaded } from '#server/http/limits/request-limits.ts';
import { refuseTwoHosts } from '#server/http/limits/one-host.ts';
import { watchDiskSpace } from '#server/http/limits/disk-space.ts';
import { shareEventLoop, REQUESTS_WAITING_MAX } from '#server/http/limits/event-loop-share.ts';
import { watchEventLoop } from '#server/http/limits/event-loop-delay.ts';
import { parseJsonBodies } from '#server/http/limits/json-depth.ts';
import { createNotFoundDelay } from './not-found-delay.ts';
import { logRequests, sendRequestId } from './request-log.ts';
import { rememberRequesters, type PersonOf } from './requesters.ts';
import { sendSecurityHeaders } from '#server/http/pages/security-headers.ts';
import { refuseUnreadable } from '#server/http/limits/unreadable-requests.ts';
import { isPageRequest } from '#server/http/pages/web-app.ts';

const BODY_MAX_BYTES = 256 * 1024;
/** A third of the default's cost, 8 % more bytes. */
const BROTLI_QUALITY = 1;
/** Longer than the upload's own limit. */
const REQUEST_MAX_MS = 190_000;
const STALLED_MAX_MS = 60_000;
const HEADER_TIMEOUTS = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };
/** Other offers, such as `h2c`, are ignored (RFC 9110, 7.8). */
const UPGRADES = {
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
};
const COMPRESS_MIN_BYTES = 1_024;

export type TlsKeyPair = { cert: string; key: string };

export async function createHttp(
  config: Config,
  {
    log,
    securityLog,
    clock,
    memory,
    databaseLagMs,
    personOf,
    notFoundAfterMs,
    waitingMax = REQUESTS_WAITING_MAX,
    tls = null,
  }: {
    log: FastifyBaseLogger;
    securityLog: SecurityLog;
    clock: Clock;
    memory: ClientMemory;
    databaseLagMs: Database['lagMs'];
    personOf: PersonOf;
    notFoundAfterMs: number;
    /** Requests that wait to be begun. */
    waitingMax?: number;
    tls?: TlsKeyPair | null;
  },
): Promise<FastifyInstance> {
  const options: FastifyServerOptions = {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_MAX_MS,
    connectionTimeout: STALLED_MAX_MS,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    forceCloseConnections: 'idle' as const,
    // While it stops, requests on open connections are still answered.
    return503OnClosing: false,
    // Undecodable paths: pages lead home (NAV-05).
    frameworkErrors: (error, request, reply) => {
      sendRequestId(request, reply);
      return isPageRequest(request) ? reply.redirect('/') : answerFailure(error, request, reply);
    },
    clientErrorHandler: (error, stream) => refuseUnreadable(error, stream, log),
    ...(tls
      ? { https: { ...tls, ...HEADER_TIMEOUTS, ...UPGRADES } }
      : { http: { ...HEADER_TIMEOUTS, ...UPGRADES } }),
  };
  const app = Fastify(options);
  app.decorateRequest('viewer', null);
  app.decorateRequest('isStillSignedIn', null);
  rememberRequesters(app, personOf);
  logRequests(app, config, securityLog);
  sendSecurityHeaders(app, config, { isTls: tls !== null });
  // Before requests wait for their turn, as their bodies arrive meanwhile.
  limitBodyTime(app, clock);
  limitRequestMemory(app, memory);
  shareEventLoop(app, { databaseLagMs: () => databaseLagMs('all'), waitingMax });
  refuseTwoHosts(app);
  refuseEncodedBodies(app);
  installErrorHandler(app, createNotFoundDelay(app, clock, notFoundAfterMs));
  parseJsonBodies(app);
  await app.register(compress, {
    threshold: COMPRESS_MIN_BYTES,
    // A few compressed bytes could unpack to gigabytes.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  const loop = watchEventLoop();
  app.addHook('onClose', async () => loop.stop());
  refuseOverloaded(app, {
    loopMs: () => loop.delayMs(),
    databaseMs: databaseLagMs,
    maxMs: config.overloadLagMs,
    hasSpace: config.database.url === null ? watchDiskSpace(() => statfs(config.dataDir), clock) : () => true,
  });
  return app;
}
