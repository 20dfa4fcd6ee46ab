import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Sms } from '#server/sms/sms.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createBackground } from './background.ts';
import { deleteAccount, type Deletion, type DeletionWork, type OwnerProof } from './deletion.ts';
import type { AuthHooks, SessionEnded } from './events.ts';
import { createLimits } from './limits.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import { openKeyedTokens } from './opaque-tokens.ts';
import { checkNewPassword } from './password-rules.ts';
import { createPasswordHasher } from './password-hasher.ts';
import type { AuthParts } from './parts.ts';
import { cleanMetadata, identify } from './requests.ts';
import { registerAuthRoutes } from './routes.ts';
import { isSessionAlive } from './session-repo.ts';
import { createSessionLiveness } from './session-liveness.ts';
import { createSessions } from './sessions.ts';
import { createConfirmedUser } from './sign-up.ts';
import { openSigningKeys, parseSigningKey } from './signing-keys.ts';
import { startSweeping } from './sweep.ts';

export type AuthDeps = {
  config: Pick<Config, 'auth' | 'publicUrl' | 'version'>;
  clock: Clock;
  log: FastifyBaseLogger;
  db: Database;
  mail: Mailer;
  sms: Sms;
  hooks: AuthHooks;
};

export type NewAccount = { name: string; email?: string; phone?: string; password: string };

export type Auth = {
  /** Serves everything under `/auth/v1`. */
  routes(app: FastifyInstance): void;
  /** Whom an access token stands for, while it is good and its session alive; else null. Cheap: for every request. */
  authenticate(token: string): Promise<{ viewer: Viewer; expiresAtMs: number } | null>;
  /** `listener` hears of each session that ends in this process: close its sockets, tell the other processes. */
  onSessionEnded(listener: (ended: SessionEnded) => void): void;
  /** Another process has ended this session: from now on it is refused here too. Listeners do not hear of it. */
  sessionEnded(sessionId: string): void;
  endSession(sessionId: string): Promise<void>;
  endUser(userId: string): Promise<void>;
  /**
   * Deletes the account with its sessions, tokens and codes, and what else `work` does. Attempts at the password are
   * limited as at signing in; without a proof it is the operator's doing.
   */
  deleteAccount<T>(userId: string, work: DeletionWork<T>, proof?: OwnerProof): Promise<Deletion<T>>;
  /**
   * Makes a confirmed account without a request, for the demo and for tests, and returns its id.
   * @throws Error when the address is taken, WireError when the password is weak
   */
  createAccount(account: NewAccount): Promise<string>;
  /** A secret key for `purpose`, the same after a restart; where the operator keeps the signing key, not in the database. */
  deriveKey(purpose: string): Buffer;
  /** Signs with a new key from now on. @throws Error when AUTH_SIGNING_KEY is set */
  rotateSigningKey(): Promise<void>;
  /** Resolves when no mail, text message or look-up is on its way. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

/** The auth service. @throws Error when AUTH_SIGNING_KEY cannot be used */
export async function createAuth(deps: AuthDeps): Promise<Auth> {
  const { clock, db, log } = deps;
  const { auth: config, publicUrl, version } = deps.config;
  const operatorKey = config.signingKey === null ? null : parseSigningKey(config.signingKey);
  const keys = await openSigningKeys({ db, clock }, operatorKey);
  const tokens = await openKeyedTokens(db, operatorKey);
  const liveness = createSessionLiveness(clock, (sessionId) => isSessionAlive(db, sessionId));
  const listeners = new Set<(ended: SessionEnded) => void>();
  const announce = (ended: readonly SessionEnded[]) => {
    for (const session of ended) {
      liveness.markEnded(session.sessionId);
      for (const listener of listeners) listener(session);
    }
  };
  const parts: AuthParts = {
    ...deps,
    config,
    publicUrl,
    keys,
    accessTokens: createAccessTokens(
      { keys, clock },
      { ttlS: config.accessTokenTtlS, issuer: publicUrl === null ? 'hereabouts' : `${publicUrl}/auth/v1` },
    ),
    liveness,
    sessions: createSessions({ db, clock, tokens, announce }),
    oneTimeTokens: createOneTimeTokens({ clock, tokens }),
    hasher: createPasswordHasher(),
    limits: createLimits(config, clock),
    background: createBackground({ clock, log }),
  };
  const stopSweep = startSweeping(parts);
  const end = async (which: { sessionId: string } | { userId: string }) =>
    announce(await db.transaction((tx) => parts.sessions.end(tx, which, 'ended')));

  return {
    routes: (app) => registerAuthRoutes(app, parts, version),
    async authenticate(token) {
      const claims = await parts.accessTokens.verify(token);
      if (claims === null || !(await liveness.isAlive(claims.sessionId))) return null;
      const { userId, sessionId, expiresAtMs } = claims;
      return { viewer: { userId, sessionId }, expiresAtMs };
    },
    onSessionEnded: (listener) => void listeners.add(listener),
    sessionEnded: (sessionId) => liveness.markEnded(sessionId),
    endSession: (sessionId) => end({ sessionId }),
    endUser: (userId) => end({ userId }),
    deleteAccount: (userId, work, proof) => deleteAccount(parts, userId, work, proof),
    createAccount: (account) => createAccount(parts, account),
    deriveKey: (purpose) => tokens.deriveKey(purpose),
    rotateSigningKey: () => keys.rotate(),
    idle: () => parts.background.idle(),
    async close() {
      await stopSweep();
      keys.close();
      await parts.background.close();
      deps.mail.close();
    },
  };
}

async function createAccount(
  parts: AuthParts,
  { name, email, phone, password }: NewAccount,
): Promise<string> {
  const identifier = identify({ email, phone });
  checkNewPassword(password, { minLength: parts.config.passwordMinLength, personal: [name, email] });
  const passwordHash = await parts.hasher.hash(password);
  const asked = { identifier, passwordHash, metadata: cleanMetadata({ name }) };
  const user = await parts.db.transaction((tx) => createConfirmedUser(parts, tx, asked));
  if (!user) throw new Error(`${email ?? phone} already has an account`);
  return user.id;
}
