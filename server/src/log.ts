import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { pino, type LoggerOptions } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';

const ADDRESS = /[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+/g;
const PHONE = /\+\d{7,15}\b/g;
const withoutAddresses = (text: string | undefined) =>
  text?.replace(ADDRESS, '[email]').replace(PHONE, '[phone]');

/** Only named members of an error: mail servers repeat the recipient, databases the row. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) };
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof responseCode === 'number' && { responseCode }),
    stack: withoutAddresses(error.stack),
    ...(error.cause instanceof Error && { cause: withoutAddresses(error.cause.message) }),
  };
}

export type LogTarget = { write(line: string): void };

/** JSON lines on standard output by default, without headers, query strings, tokens or positions. */
export function createLog(level: Config['logLevel'], target?: LogTarget): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: describeError,
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
    // Libraries log request headers.
    redact: { paths: ['headers', '*.headers', '*.*.headers'], remove: true },
  };
  return target === undefined ? pino(options) : pino(options, target);
}

export type SparingLog = { warn(details: object, text: string): void };

/** For warnings that strangers can cause: each text once a minute, with the count of omitted ones. */
export function logSparingly(log: Pick<FastifyBaseLogger, 'warn'>, clock: Pick<Clock, 'now'>): SparingLog {
  const lines = new Map<string, { loggedAtMs: number; leftOut: number }>();
  return {
    warn(details, text) {
      const line = lines.get(text);
      if (line !== undefined && clock.now() - line.loggedAtMs < MINUTE_MS) {
        line.leftOut += 1;
        return;
      }
      lines.set(text, { loggedAtMs: clock.now(), leftOut: 0 });
      log.warn(line?.leftOut ? { ...details, left_out: line.leftOut } : details, text);
    },
  };
}
