import type { FastifyBaseLogger } from 'fastify';
import type { Auth } from '#server/auth/auth.ts';
import type { Emit } from './domain-events.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Change } from './effects/change.ts';
import type { Keep } from './effects/keep.ts';
import type { Perform } from './effects/perform.ts';
import type { HoldAnswer } from '#server/http/limits/request-memory.ts';
import type { RequestTurns } from '#server/http/queues/request-turns.ts';
import type { Lookups } from './rate-limits/lookups.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mailer } from './mail/mailer.ts';
import type { LivePositions } from './live/live-positions.ts';
import type { Throttle } from './async/throttle.ts';
import type { NewAccountsText } from './rate-limits/new-accounts-text.ts';
import type { ChatBudget } from './rate-limits/chat-budget.ts';
import type { RateLimit } from './rate-limits/memory-limit.ts';
import type { Pusher } from './push/pusher.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { SecurityLog } from './security-log.ts';
import type { Storage } from './storage/storage.ts';

export type Context = {
  readonly config: Config;
  readonly clock: Clock;
  /** The epoch of the instance since its last restore. */
  readonly epoch: string;
  readonly log: FastifyBaseLogger;
  readonly securityLog: SecurityLog;
  readonly db: Database;
  readonly storage: Storage;
  readonly realtime: Realtime;
  readonly live: LivePositions;
  readonly auth: Auth;
  readonly jobs: Jobs;
  readonly mail: Mailer;
  readonly pusher: Pusher;
  readonly holdAnswer: HoldAnswer;
  readonly lookups: Lookups;
  readonly heavyReads: RequestTurns['heavyReads'];
  readonly catchUps: RequestTurns['catchUps'];
  readonly searches: RequestTurns['searches'];
  readonly chatBudget: ChatBudget;
  readonly newAccountsText: NewAccountsText;
  /** Notifications that a person causes, by their id. */
  readonly notificationBudget: RateLimit;
  readonly throttle: Throttle;
  /** Runs `work` in one transaction, and the effects in `after` once it is committed; resolves after both. A rollback drops the
   * effects. @throws errors of `work` and `Database.transaction`; failing effects are only logged */
  readonly change: Change;
  /** Stores the access losses of `after`, at the end of a transaction other than `change`. */
  readonly keep: Keep;
  /** After at most one statement, outside transactions. Effects without a query precede the return. Never rejects. */
  readonly perform: Perform;
  readonly emit: Emit;
};
