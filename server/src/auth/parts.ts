import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { AuthConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { InTurn } from '#server/http/request-turns.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { SecurityLog } from '#server/security-log.ts';
import type { Sms } from '#server/sms/sms.ts';
import type { Agent } from './sessions/agent.ts';
import type { AccessTokens } from './tokens/access-tokens.ts';
import type { Background } from './background.ts';
import type { AuthHooks } from './events.ts';
import type { SecretBox } from './factors/secret-box.ts';
import type { Limits } from './limits/limits.ts';
import type { OneTimeTokens } from './codes/one-time-tokens.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { SessionLiveness } from './sessions/session-liveness.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** Everything the flows of the service work with, made once in auth.ts. */
export type AuthParts = {
  readonly config: AuthConfig;
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly securityLog: SecurityLog;
  readonly db: Database;
  readonly mail: Mailer;
  /** Without one, notices that only inform are not sent (SESS-02). */
  readonly hasMailServer: boolean;
  readonly sms: Sms;
  readonly hooks: AuthHooks;
  readonly keys: SigningKeys;
  readonly accessTokens: AccessTokens;
  readonly liveness: SessionLiveness;
  readonly sessions: Sessions;
  readonly oneTimeTokens: OneTimeTokens;
  readonly hasher: PasswordHasher;
  readonly limits: Limits;
  /** Of requests that only read and write the database, by session or address: many of one wait for each other. */
  readonly inTurn: InTurn;
  readonly background: Background;
  readonly factorSecrets: SecretBox;
  /** The session lives on, but has to pass the second step again: closes what it has open. */
  readonly announceRestricted: (sessionId: string) => void;
};

/** What a flow needs to know of the request it serves. */
export type Client = {
  ip: string;
  /** Names the request in the log. */
  requestId: string;
  isBrowser: boolean;
  agent: Agent;
  /** From the browser's cookie, as it was sent; see known-browsers.ts. */
  browserToken: string | undefined;
  /** Origin that links start with; never one that the client made up. */
  origin: string;
  /** Where the client wants people to come back to; not checked yet. */
  redirectTo: string | undefined;
  /** Of a request whose links are to be opened with PKCE; see pkce.ts. */
  challenge: string | null;
};
