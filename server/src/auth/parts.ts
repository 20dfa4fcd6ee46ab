import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { AuthConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { RateLimit } from '#server/rate-limits/memory-limit.ts';
import type { SecurityLog } from '#server/security-log.ts';
import type { Sms } from '#server/sms/sms.ts';
import type { Agent } from './sessions/agent.ts';
import type { AccessTokens } from './tokens/access-tokens.ts';
import type { Semaphore } from '#server/async/semaphore.ts';
import type { Background } from './background.ts';
import type { AuthHooks, Restricted } from './hooks.ts';
import type { SignedInTurn } from './http/signed-in-turn.ts';
import type { SecretBox } from './factors/secret-box.ts';
import type { Limits } from './limits/limits.ts';
import type { Asked } from '#server/jobs/turns.ts';
import type { OneTimeTokens } from './codes/one-time-tokens.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { SessionLiveness } from './sessions/session-liveness.ts';
import type { EndedSession } from './sessions/session-repo.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignUps } from './sign-ups/sign-ups.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

export type AuthParts = {
  readonly config: AuthConfig;
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly securityLog: SecurityLog;
  readonly db: Database;
  readonly mail: Mailer;
  /** Without one, informational notices are not sent (SESS-02). */
  readonly hasMailServer: boolean;
  readonly sms: Sms;
  readonly hooks: AuthHooks;
  readonly keys: SigningKeys;
  readonly accessTokens: AccessTokens;
  readonly liveness: SessionLiveness;
  readonly sessions: Sessions;
  readonly oneTimeTokens: OneTimeTokens;
  /** For the jobs that a request causes: its network address, an IPv6 /48 as one, as a keyed hash. */
  readonly askedFrom: (ip: string) => Asked;
  readonly hasher: PasswordHasher;
  readonly signUps: SignUps;
  readonly limits: Limits;
  /** By session: a stolen one does not use up the owner's. */
  readonly accountChanges: RateLimit;
  readonly signedInTurn: SignedInTurn;
  readonly background: Background;
  readonly contests: Semaphore;
  readonly jobs: Jobs;
  readonly factorSecrets: SecretBox;
  /** Resolves when all that goes with the sessions is gone. */
  readonly publishLapsed: (ended: readonly EndedSession[]) => Promise<void>;
  readonly publishRestricted: (restricted: Restricted) => void;
};

export type Client = {
  ip: string;
  requestId: string;
  isBrowser: boolean;
  agent: Agent;
  browserToken: string | undefined;
  /** Never chosen by the client. */
  origin: string;
  /** Not validated yet. */
  redirectTo: string | undefined;
  challenge: string | null;
};
