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

/** Without headers, query strings, tokens or positions. */
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

/** With more in one minute the rest share a budget. */
const KEYS_MAX = 10_000;

export type LineBudget = {
  /** Left out since the last line that passed; null when this one is too. */
  take(key: string): number | null;
};

export function createLineBudget(perMinute: number, clock: Pick<Clock, 'now'>): LineBudget {
  const minutes = new Map<string, { untilMs: number; passed: number; leftOut: number }>();
  let sweepAtMs = 0;
  const keyOf = (key: string, nowMs: number): string => {
    if (minutes.has(key) || minutes.size < KEYS_MAX) return key;
    if (nowMs >= sweepAtMs) {
      sweepAtMs = nowMs + MINUTE_MS;
      for (const [other, { untilMs }] of minutes) if (nowMs >= untilMs) minutes.delete(other);
    }
    return minutes.size < KEYS_MAX ? key : 'others';
  };
  return {
    take(given) {
      const nowMs = clock.now();
      const key = keyOf(given, nowMs);
      const minute = minutes.get(key);
      if (minute === undefined || nowMs >= minute.untilMs) {
        minutes.set(key, { untilMs: nowMs + MINUTE_MS, passed: 1, leftOut: 0 });
        return minute?.leftOut ?? 0;
      }
      if (minute.passed < perMinute) {
        minute.passed += 1;
        return 0;
      }
      minute.leftOut += 1;
      return null;
    },
  };
}

export type SparingLog = { warn(details: object, text: string): void };

/** Each text once a minute, for warnings that a stranger can cause. */
export function logSparingly(log: Pick<FastifyBaseLogger, 'warn'>, clock: Pick<Clock, 'now'>): SparingLog {
  const budget = createLineBudget(1, clock);
  return {
    warn(details, text) {
      const leftOut = budget.take(text);
      if (leftOut !== null) log.warn(leftOut > 0 ? { ...details, left_out: leftOut } : details, text);
    },
  };
}
