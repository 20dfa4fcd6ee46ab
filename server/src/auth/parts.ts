import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { AuthConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Sms } from '#server/sms/sms.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Background } from './background.ts';
import type { AuthHooks } from './events.ts';
import type { Limits } from './limits.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SessionLiveness } from './session-liveness.ts';
import type { Sessions } from './sessions.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Everything the flows of the service work with, made once in auth.ts. */
export type AuthParts = {
  readonly config: AuthConfig;
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly db: Database;
  readonly mail: Mailer;
  readonly sms: Sms;
  readonly hooks: AuthHooks;
  readonly keys: SigningKeys;
  readonly accessTokens: AccessTokens;
  readonly liveness: SessionLiveness;
  readonly sessions: Sessions;
  readonly oneTimeTokens: OneTimeTokens;
  readonly hasher: PasswordHasher;
  readonly limits: Limits;
  readonly background: Background;
};

/** What a flow needs to know of the request it serves. */
export type Client = {
  ip: string;
  isBrowser: boolean;
  /** Origin that links start with; never one that the client made up. */
  origin: string;
  /** Where the client wants people to come back to; not checked yet. */
  redirectTo: string | undefined;
};

export const nowIso = ({ clock }: Pick<AuthParts, 'clock'>): string => new Date(clock.now()).toISOString();
