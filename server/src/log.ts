import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { pino, type LoggerOptions } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';

const ADDRESS = /[^\s<>"'(),:;@]+@[^\s<>"'(),:;@]+/g;
const PHONE = /\+\d{7,15}\b/g;
const withoutAddresses = (text: string | undefined) =>
  text?.replace(ADDRESS, '[email]').replace(PHONE, '[phone]');

/**
 * An error without what it says of people: mail servers repeat the recipient, databases the row. Only the members named
 * here are logged.
 */
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

/** Takes one line of the log at a time. */
export type LogTarget = { write(line: string): void };

/** The process's log, one JSON object a line, on standard output unless told. No headers, query strings, tokens or positions go in. */
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
    // Libraries log the headers of a request they take part in.
    redact: { paths: ['headers', '*.headers', '*.*.headers'], remove: true },
  };
  return target === undefined ? pino(options) : pino(options, target);
}

export type SparingLog = { warn(details: object, text: string): void };

/** For warnings that a stranger can cause: each text once a minute, with how often it was left out since the last. */
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
