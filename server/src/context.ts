import type { FastifyBaseLogger } from 'fastify';
import type { Auth } from '#server/auth/auth.ts';
import type { Announce } from './announcements.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Change } from './effects/change.ts';
import type { Perform } from './effects/perform.ts';
import type { InTurn, RequestTurns } from './http/request-turns.ts';
import type { Lookups } from './rate-limits/lookups.ts';
import type { Mailer } from './mail/mailer.ts';
import type { LivePositions } from './live/live-positions.ts';
import type { Throttle } from './async/throttle.ts';
import type { ChatBudget } from './rate-limits/chat-budget.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { SecurityLog } from './security-log.ts';
import type { Storage } from './storage/storage.ts';

/** What every feature is given: the parts of the running app, made once in `app.ts`. */
export type Context = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly securityLog: SecurityLog;
  readonly db: Database;
  readonly storage: Storage;
  readonly realtime: Realtime;
  readonly live: LivePositions;
  readonly auth: Auth;
  readonly mail: Mailer;
  readonly lookups: Lookups;
  readonly heavyReads: InTurn;
  readonly searches: RequestTurns['searches'];
  readonly chatBudget: ChatBudget;
  /** Keeps hints from being given too often; each process keeps its own. */
  readonly throttle: Throttle;
  /**
   * Runs `work` in one transaction, and what it has collected in `after` once that is committed. Resolves when both are
   * done; a rollback drops the effects.
   * @throws what `work` and `Database.transaction` throw; a failing effect is logged
   */
  readonly change: Change;
  /**
   * The same for a change of one statement or without any: never inside a transaction. What needs no query is published
   * before the call returns. Never rejects.
   */
  readonly perform: Perform;
  /** Lets other features change their own tables in the transaction that causes it. */
  readonly announce: Announce;
};
