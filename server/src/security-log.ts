import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { createLineBudget } from './log.ts';

/** Closed set (OPS-08). */
const LEVEL = {
  signed_up: 'info',
  signed_in: 'info',
  sign_in_failed: 'warn',
  attempts_limited: 'warn',
  password_changed: 'info',
  password_reset_requested: 'info',
  email_changed: 'info',
  phone_changed: 'info',
  factor_added: 'info',
  factor_removed: 'info',
  factor_failed: 'warn',
  recovery_codes_created: 'info',
  recovery_code_used: 'warn',
  new_browser: 'info',
  sessions_ended: 'info',
  refresh_token_reused: 'warn',
  /** An anonymous account got an address. */
  account_converted: 'info',
  account_deleted: 'info',
  /** By a rule about roles (403). */
  refused: 'warn',
  operator_action: 'info',
} as const;

export type SecurityEvent = keyof typeof LEVEL;

/** Ids and fixed words only, nothing typed by people. */
export type SecurityDetails = {
  userId?: string | undefined;
  sessionId?: string | undefined;
  requestId?: string | undefined;
  /** Only with LOG_NETWORK_ADDRESSES. */
  ip?: string | undefined;
  /** `password`, `otp`, `totp` …, or the limit or command. */
  method?: string | undefined;
  reason?: string | undefined;
  /** A pattern: paths contain tokens. */
  route?: string | undefined;
  count?: number | undefined;
};

export type SecurityLog = {
  record(event: SecurityEvent, details?: SecurityDetails): void;
};

/** Logged; the others are counted. Anybody can cause events without an account and, without a limit, refusals. */
const LINES_PER_MINUTE = { anonymous: 60, refusedOfPerson: 5, refused: 300 };

export function createSecurityLog(
  log: FastifyBaseLogger,
  { logNetworkAddresses }: Pick<Config, 'logNetworkAddresses'>,
  clock: Pick<Clock, 'now'>,
): SecurityLog {
  const anonymous = createLineBudget(LINES_PER_MINUTE.anonymous, clock);
  const refusedOfPerson = createLineBudget(LINES_PER_MINUTE.refusedOfPerson, clock);
  const refused = createLineBudget(LINES_PER_MINUTE.refused, clock);
  /** Left out since the last line; null when this one is too. */
  const leaveOut = (event: SecurityEvent, { userId, method, reason }: SecurityDetails): number | null => {
    if (userId === undefined) return anonymous.take(`${event} ${method} ${reason}`);
    if (event !== 'refused') return 0;
    const ofPerson = refusedOfPerson.take(userId);
    const ofAll = ofPerson === null ? null : refused.take(event);
    return ofPerson === null || ofAll === null ? null : ofPerson + ofAll;
  };
  return {
    record(event, details = {}) {
      const { userId, sessionId, requestId, ip, method, reason, route, count } = details;
      const leftOut = leaveOut(event, details);
      if (leftOut === null) return;
      log[LEVEL[event]](
        {
          security: event,
          user_id: userId,
          session_id: sessionId,
          request_id: requestId,
          method,
          reason,
          route,
          count,
          ...(leftOut > 0 && { left_out: leftOut }),
          ...(logNetworkAddresses && { network_address: ip }),
        },
        'security event',
      );
    },
  };
}
