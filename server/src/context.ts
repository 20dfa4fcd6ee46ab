import type { FastifyBaseLogger } from 'fastify';
import type { Auth } from '#server/auth/auth.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Mailer } from './mail/mailer.ts';
import type { LivePositions } from './live/live-positions.ts';
import type { Pace } from './pace.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Storage } from './storage/storage.ts';

/** What every feature is given: the parts of the running app, made once in `app.ts`. */
export type Context = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly db: Database;
  readonly storage: Storage;
  readonly realtime: Realtime;
  readonly live: LivePositions;
  readonly auth: Auth;
  readonly mail: Mailer;
  /** Keeps hints from being given too often; each process keeps its own. */
  readonly pace: Pace;
};

/** The moment of the injected clock as the database and the wire write it. */
export const nowIso = ({ clock }: Pick<Context, 'clock'>): string => new Date(clock.now()).toISOString();
