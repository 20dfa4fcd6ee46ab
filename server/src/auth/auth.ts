import { MINUTE_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createSemaphore } from '#server/async/semaphore.ts';
import { answerWithin } from '#server/async/timeout.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import { DatabaseUnavailableError, isUnavailable } from '#server/db/errors.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { createSharedLimits, type SharedLimits } from '#server/rate-limits/shared-limits.ts';
import type { SecurityLog } from '#server/security-log.ts';
import type { Sms } from '#server/sms/sms.ts';
import { createAccessTokens, type AccessClaims } from './tokens/access-tokens.ts';
import { createBackground } from './background.ts';
import { handleCodes } from './codes/code-jobs.ts';
import { mergeGuest, type Merging } from './accounts/guest-merge.ts';
import {
  beginDeletion,
  finishDeletion,
  type DeletionMethod,
  type DeletionStart,
  type OwnerProof,
  type StillDue,
} from './accounts/deletion.ts';
import type { AuthHooks, Restricted } from './hooks.ts';
import { createLimits } from './limits/limits.ts';
import { handleNotices } from './notices.ts';
import { createOneTimeTokens } from './codes/one-time-tokens.ts';
import { openKeyedTokens } from './tokens/opaque-tokens.ts';
import {
  lockAndEnd,
  endOwnSessions,
  holdSession,
  listSessions,
  type LiveSession,
  type OwnEnding,
  type OwnSelection,
} from './sessions/own-sessions.ts';
import { checkNewPassword } from './passwords/password-rules.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import type { AuthParts } from './parts.ts';
import { personAsking } from './http/person-asking.ts';
import { hasSessionCookie } from './http/browser-cookie.ts';
import { cleanMetadata, identify } from './http/requests.ts';
import { registerAuthRoutes } from './http/routes.ts';
import { createSignedInTurn } from './http/signed-in-turn.ts';
import { isRestricted } from './factors/assurance.ts';
import { removeSecondFactor } from './factors/remove-factor.ts';
import { createSecretBox } from './factors/secret-box.ts';
import { findSessionStanding, type EndedSession, type SessionSelection } from './sessions/session-repo.ts';
import { handleSpared } from './sessions/spared-sessions.ts';
import { createSessionLiveness, type SessionStanding } from './sessions/session-liveness.ts';
import { createSessions } from './sessions/sessions.ts';
import { reinstateUser, suspendUser } from './accounts/suspension.ts';
import { CONTESTS, createConfirmedUser } from './accounts/sign-up.ts';
import { updateName } from './accounts/user-repo.ts';
import { openSigningKeys, parseSigningKey } from './tokens/signing-keys.ts';
import { createSignUps, type SignUps } from './sign-ups/sign-ups.ts';
import { startSweeping } from './sweep.ts';

const STANDING_WAIT_MS = 500;
const ACCOUNT_CHANGES_PER_MINUTE = 30;

export type AuthServiceParts = {
  config: Pick<Config, 'auth' | 'publicUrl' | 'version' | 'smtpUrl'>;
  clock: Clock;
  log: FastifyBaseLogger;
  securityLog: SecurityLog;
  db: Database;
  jobs: Jobs;
  mail: Mailer;
  sms: Sms;
  hooks: AuthHooks;
  metrics?: Metrics;
  /** This process runs one command of an operator. */
  isCommand?: boolean;
};

type Within = (tx: Queryable) => Promise<void>;
type SessionListener = (ended: EndedSession) => unknown;
type RestrictedListener = (restricted: Restricted) => unknown;

export type NewAccount = { name: string; email?: string; phone?: string; password: string };

/** `isStillSignedIn`: asked after a wait, during which the session may have ended. */
export type Authenticated = { viewer: Viewer; expiresAtMs: number; isStillSignedIn: () => Promise<boolean> };

export type Auth = {
  routes(app: FastifyInstance): void;
  /** The viewer of a valid access token whose session is alive and has passed a required second step; else null.
   * `headers`: a browser's token is valid only beside its session's cookie; without `headers` the token suffices.
   * `withoutDatabase`: in an outage the signature suffices, for revocations of one's own.
   * `from`: key of the network address or person, for the queue of signature checks.
   * `verified`: called once the token is known to be the person's, before the session is looked up. */
  authenticate(
    token: string,
    options?: {
      from?: string;
      withoutDatabase?: boolean;
      headers?: IncomingHttpHeaders;
      verified?: (userId: string) => void;
    },
  ): Promise<Authenticated | null>;
  /** For queues: by a token whose signature was checked lately, or its session's cookie. Grants nothing: the session may have
   * ended. */
  personOf(headers: IncomingHttpHeaders): string | null;
  /** Whether `authenticate` refused the token only for the second step (MFA-03). */
  needsSecondFactor(token: string, from?: string): Promise<boolean>;
  onSessionRestricted(listener: RestrictedListener): void;
  /** Disables two-step sign-in and ends all sessions, runs `within`; false if it was off. */
  removeSecondFactor(userId: string, within?: Within): Promise<boolean>;
  /** For each session ended by this process. Many that lapse at once await the result. */
  onSessionEnded(listener: SessionListener): void;
  sessionEnded(sessionId: string): void;
  sessionRestricted(sessionId: string): void;
  endSession(sessionId: string): Promise<void>;
  /** Until `reinstate`; false for a suspended person. */
  suspend(userId: string, within: Within): Promise<boolean>;
  reinstate(userId: string, within: Within): Promise<boolean>;
  endUser(userId: string, within?: Within): Promise<void>;
  listSessions(userId: string): Promise<LiveSession[]>;
  /** Keeps the session from ending until the commit. Call first in a transaction that creates what outlives the session, such as
   * a feed. @throws HttpError `unauthenticated` for one that has ended since it was checked */
  holdSession(tx: Queryable, viewer: Viewer): Promise<void>;
  /** New passwords must not contain the name. Call it before any row of the account is locked. */
  rename(tx: Queryable, userId: string, name: string): Promise<void>;
  endOwnSessions(asking: Viewer, which: OwnSelection): Promise<OwnEnding>;
  /** Password attempts are limited per session; without a proof it is the operator's command. */
  beginDeletion(userId: string, within: Within, proof?: OwnerProof | StillDue): Promise<DeletionStart>;
  finishDeletion<T>(
    which: { userId: string; method: DeletionMethod },
    within: (tx: Queryable) => Promise<T>,
  ): Promise<{ result: T } | null>;
  mergeGuest<T>(merging: Merging, within: (tx: Queryable) => Promise<T>): Promise<{ result: T } | null>;
  /** For the demo and tests. @throws Error when the address is taken, WireError when the password is weak */
  createAccount(account: NewAccount): Promise<string>;
  readonly sharedLimits: SharedLimits;
  readonly signUps: SignUps;
  /** A secret key for `purpose`, stable over restarts; derived from AUTH_SIGNING_KEY if set. */
  deriveKey(purpose: string): Buffer;
  /** The same with any AUTH_SIGNING_KEY; a copy of the database holds its root. */
  deriveLastingKey(purpose: string): Buffer;
  /** @throws Error when AUTH_SIGNING_KEY is set */
  rotateSigningKey(): Promise<void>;
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** @throws Error when AUTH_SIGNING_KEY is invalid */
export async function createAuth(given: AuthServiceParts): Promise<Auth> {
  const { clock, db, log, isCommand = false } = given;
  const { auth: config, publicUrl, version, smtpUrl } = given.config;
  const operatorKey = config.signingKey === null ? null : parseSigningKey(config.signingKey);
  const keys = await openSigningKeys({ db, clock }, { operatorKey, isCommand });
  const tokens = await openKeyedTokens(db, operatorKey);
  const shared = createSharedLimits({
    db,
    clock,
    log,
    key: tokens.deriveKey('rate limits'),
    ...(given.metrics && { metrics: given.metrics }),
  });
  const liveness = createSessionLiveness(clock, (session) => findSessionStanding(db, session));
  const restrictedListeners = new Set<RestrictedListener>();
  const listeners = new Set<SessionListener>();
  const tell = (ended: readonly EndedSession[]): unknown[] => {
    logEnded(given.securityLog, ended);
    return ended.flatMap((session) => {
      liveness.markEnded(session.sessionId);
      return [...listeners].map((listener) => listener(session));
    });
  };
  const publishEnded = (ended: readonly EndedSession[]) => void tell(ended);
  const parts: AuthParts = {
    ...given,
    config,
    publicUrl,
    hasMailServer: smtpUrl !== null,
    keys,
    accessTokens: createAccessTokens(
      { keys, clock },
      { ttlS: config.accessTokenTtlS, issuer: publicUrl === null ? 'hereabouts' : `${publicUrl}/auth/v1` },
    ),
    liveness,
    sessions: createSessions({ ...given, tokens, publishEnded }),
    oneTimeTokens: createOneTimeTokens({ clock, tokens }),
    askedFrom: (ip) => ({ asked_by: tokens.hashAddress(turnKey(ip)) }),
    signUps: createSignUps({ db, clock }),
    hasher: createPasswordHasher(),
    signedInTurn: createSignedInTurn(),
    accountChanges: createRateLimit({ max: ACCOUNT_CHANGES_PER_MINUTE, windowMs: MINUTE_MS }, clock),
    limits: createLimits({ config, shared, securityLog: given.securityLog }),
    background: createBackground(log, clock),
    contests: createSemaphore(CONTESTS),
    factorSecrets: createSecretBox(tokens.deriveKey('second factor secrets')),
    publishLapsed: async (ended) => void (await Promise.all(tell(ended))),
    publishRestricted(restricted) {
      for (const listener of restrictedListeners) listener(restricted);
    },
  };
  handleCodes(parts);
  handleNotices(parts);
  handleSpared(parts);
  const stopSweep = startSweeping(parts);
  const end = async (which: SessionSelection, within?: Within) =>
    publishEnded(await lockAndEnd(parts, which, 'ended', within));

  /** A database that hangs must not keep a position on somebody's map. */
  const standingSoon = async (claims: AccessClaims): Promise<SessionStanding> => {
    const late = () => new DatabaseUnavailableError('No answer about the session in time');
    return await answerWithin(clock, STANDING_WAIT_MS, liveness.standing(claims), late).catch(
      (error: unknown) => {
        if (isUnavailable(error)) return 'single_step' as const;
        throw error;
      },
    );
  };

  return {
    routes: (app) => registerAuthRoutes(app, parts, version),
    async authenticate(token, { from = '', withoutDatabase = false, headers, verified } = {}) {
      const claims = await parts.accessTokens.verify(token, from);
      if (claims === null || (headers !== undefined && !hasSessionCookie(claims, headers))) return null;
      verified?.(claims.userId);
      const standingNow = () => (withoutDatabase ? standingSoon(claims) : liveness.standing(claims));
      const standing = await standingNow();
      if (!isLetIn(claims, standing)) return null;
      const { userId, sessionId, expiresAtMs } = claims;
      const viewer = { userId, sessionId };
      return {
        viewer: standing === 'anonymous' ? { ...viewer, isAnonymous: true } : viewer,
        expiresAtMs,
        isStillSignedIn: async () => isLetIn(claims, await standingNow()),
      };
    },
    personOf: (headers) => personAsking(parts.accessTokens, headers),
    async needsSecondFactor(token, from = '') {
      const claims = await parts.accessTokens.verify(token, from);
      if (claims === null) return false;
      const standing = await liveness.standing(claims);
      return standing !== 'ended' && !isLetIn(claims, standing);
    },
    onSessionRestricted: (listener) => void restrictedListeners.add(listener),
    removeSecondFactor: (userId, within) => removeSecondFactor(parts, userId, within),
    onSessionEnded: (listener) => void listeners.add(listener),
    sessionEnded: (sessionId) => liveness.markEnded(sessionId),
    sessionRestricted: (sessionId) => liveness.forget(sessionId),
    endSession: (sessionId) => end({ kind: 'one', sessionId }),
    suspend: (userId, within) => suspendUser(parts, userId, within),
    reinstate: (userId, within) => reinstateUser(parts, userId, within),
    endUser: (userId, within) => end({ kind: 'all', userId }, within),
    listSessions: (userId) => listSessions(parts, userId),
    async holdSession(tx, viewer) {
      if (await holdSession(tx, viewer)) return;
      throw new HttpError('unauthenticated', ERROR_TEXTS.unauthenticated);
    },
    rename: (tx, userId, name) => updateName(tx, userId, name),
    endOwnSessions: (asking, which) => endOwnSessions(parts, asking, which),
    beginDeletion: (userId, within, proof) => beginDeletion(parts, userId, within, proof),
    finishDeletion: (which, within) => finishDeletion(parts, which, within),
    mergeGuest: (merging, within) => mergeGuest(parts, merging, within),
    createAccount: (account) => createAccount(parts, account),
    sharedLimits: shared,
    signUps: parts.signUps,
    deriveKey: (purpose) => tokens.deriveKey(purpose),
    deriveLastingKey: (purpose) => tokens.deriveLastingKey(purpose),
    rotateSigningKey: () => keys.rotate(),
    async idle() {
      await parts.background.idle();
      await given.jobs.idle();
    },
    async close() {
      await stopSweep();
      await shared.close();
      keys.close();
      await parts.background.stop();
    },
  };
}

/** Both row and token must have passed the second step, so an older copy of the token gains nothing. */
const isLetIn = ({ aal }: AccessClaims, standing: SessionStanding): boolean =>
  standing === 'single_step' ||
  standing === 'anonymous' ||
  (standing === 'two_step' && !isRestricted(aal, true));

function logEnded(securityLog: SecurityLog, ended: readonly EndedSession[]): void {
  const groups = Map.groupBy(ended, ({ userId, reason }) => `${userId} ${reason}`);
  for (const group of groups.values()) {
    const { userId, reason, sessionId } = group[0]!;
    const details = { userId, reason, count: group.length };
    securityLog.record('sessions_ended', group.length === 1 ? { ...details, sessionId } : details);
  }
}

async function createAccount(
  parts: AuthParts,
  { name, email, phone, password }: NewAccount,
): Promise<string> {
  const identifier = identify({ email, phone });
  await checkNewPassword(password, { minLength: parts.config.passwordMinLength, personal: [name, email] });
  const passwordHash = await parts.hasher.hash(password);
  const asked = { identifier, passwordHash, metadata: cleanMetadata({ name }) };
  const user = await parts.db.transaction((tx) => createConfirmedUser(parts, tx, asked));
  if (!user) throw new Error(`${email ?? phone} already has an account`);
  return user.id;
}
