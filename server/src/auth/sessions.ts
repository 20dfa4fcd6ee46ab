import { randomUUID } from 'node:crypto';
import { REFRESH_REUSE_WINDOW_MS } from '@hereabouts/contract/auth';
import type { Clock } from '#server/clock.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import type { AuthMethod, SessionEndReason } from '#server/db/auth-schema.ts';
import type { SessionEnded } from './events.ts';
import { hashToken, randomToken, sameHash, type KeyedTokens } from './opaque-tokens.ts';
import {
  endSessions,
  findRefreshToken,
  findRefreshTokenHash,
  insertRefreshToken,
  insertSession,
  lockSession,
  rotateTo,
  type RefreshTokenRow,
  type SessionRow,
  type SessionSelection,
} from './session-repo.ts';
import { findUserById, type AuthUserRow } from './user-repo.ts';
import { WireError } from './wire-error.ts';

/** A device that has not been used for this long has to sign in again. */
export const SESSION_IDLE_MAX_MS = 60 * 24 * 60 * 60_000;

/** A session as it is handed to a client, before its access token is signed. */
export type Grant = {
  user: AuthUserRow;
  session: SessionRow;
  refreshToken: string;
  /** To be set as a cookie; null for clients without one and where it is set already. */
  cookieSecret: string | null;
};

export type Sessions = {
  /** Starts a session in the caller's transaction. */
  start(tx: Queryable, user: AuthUserRow, how: { method: AuthMethod; isBrowser: boolean }): Promise<Grant>;
  /** Trades a refresh token for the next. @throws WireError */
  refresh(token: string, cookieOf: (sessionId: string) => string | undefined): Promise<Grant>;
  /** Ends sessions in the caller's transaction; call `announce` with the answer once it is committed. */
  end(tx: Queryable, which: SessionSelection, reason: SessionEndReason): Promise<SessionEnded[]>;
  announce(ended: readonly SessionEnded[]): void;
};

type Deps = {
  db: Database;
  clock: Clock;
  tokens: KeyedTokens;
  announce: (ended: readonly SessionEnded[]) => void;
};

/**
 * A session's refresh tokens form one line, numbered from 0; the newest is active. Presenting
 * - the active one makes the next;
 * - its parent gets the active one again: the answer got lost, or another tab was quicker;
 * - an older one within ten seconds of its rotation makes the next as well: tabs that woke up together;
 * - any other one ends the session, because somebody has a copy.
 * The line never forks, so a copied token cannot live on beside the owner's.
 */
export function createSessions({ db, clock, tokens, announce }: Deps): Sessions {
  const nowIso = () => new Date(clock.now()).toISOString();

  const start: Sessions['start'] = async (tx, user, { method, isBrowser }) => {
    const now = nowIso();
    const cookieSecret = isBrowser ? randomToken() : null;
    const session = await insertSession(tx, {
      id: randomUUID(),
      user_id: user.id,
      refresh_salt: randomToken(),
      cookie_hash: cookieSecret && hashToken(cookieSecret),
      amr: [{ method, timestamp: Math.floor(clock.now() / 1000) }],
      created_at: now,
    });
    const refreshToken = tokens.refreshToken(session, 0);
    const hash = hashToken(refreshToken);
    await insertRefreshToken(tx, { hash, session_id: session.id, counter: 0, created_at: now });
    return { user, session, refreshToken, cookieSecret };
  };

  const makeNext = async (tx: Queryable, session: SessionRow): Promise<string> => {
    const counter = session.refresh_counter + 1;
    const token = tokens.refreshToken(session, counter);
    await rotateTo(tx, session, { counter, hash: hashToken(token), now: nowIso() });
    return token;
  };

  const answerParent = async (tx: Queryable, session: SessionRow): Promise<string> => {
    const active = tokens.refreshToken(session, session.refresh_counter);
    const stored = await findRefreshTokenHash(tx, session.id, session.refresh_counter);
    // After a change of the signing key the active token cannot be made again: the line goes on.
    return stored === hashToken(active) ? active : await makeNext(tx, session);
  };

  const nextFor = async (tx: Queryable, session: SessionRow, presented: RefreshTokenRow) => {
    if (presented.counter === session.refresh_counter) return await makeNext(tx, session);
    if (presented.counter === session.refresh_counter - 1) return await answerParent(tx, session);
    const rotatedMs = presented.rotated_at === null ? 0 : Date.parse(presented.rotated_at);
    return clock.now() - rotatedMs <= REFRESH_REUSE_WINDOW_MS ? await makeNext(tx, session) : null;
  };

  return {
    start,
    end: (tx, which, reason) => endSessions(tx, which, { reason, now: nowIso() }),
    announce,

    async refresh(token, cookieOf) {
      const hash = hashToken(token);
      // A refusal that also ends the session must be committed: it is returned, not thrown.
      const outcome = await db.transaction(async (tx): Promise<Grant | Refusal> => {
        const found = await findRefreshToken(tx, hash);
        const session = found && (await lockSession(tx, found.session_id));
        // Read again under the lock: the one who had it before may have rotated.
        const presented = session && (await findRefreshToken(tx, hash));
        if (!session || !presented) return { refused: notFound() };
        if (session.ended_at !== null) {
          return { refused: session.end_reason === 'token_reused' ? alreadyUsed() : notFound() };
        }
        if (session.cookie_hash !== null) {
          const cookie = cookieOf(session.id);
          if (cookie === undefined || !sameHash(hashToken(cookie), session.cookie_hash)) {
            return { refused: notFound() };
          }
        }
        const end = async (reason: SessionEndReason, refused: WireError): Promise<Refusal> => {
          return {
            refused,
            ended: await endSessions(tx, { sessionId: session.id }, { reason, now: nowIso() }),
          };
        };
        if (clock.now() - Date.parse(session.refreshed_at) > SESSION_IDLE_MAX_MS)
          return end('idle', expired());
        const user = await findUserById(tx, session.user_id);
        const refreshToken = user && (await nextFor(tx, session, presented));
        if (!user || !refreshToken) return end('token_reused', alreadyUsed());
        return { user, session, refreshToken, cookieSecret: null };
      });
      if (!('refused' in outcome)) return outcome;
      if (outcome.ended) announce(outcome.ended);
      throw outcome.refused;
    },
  };
}

type Refusal = { refused: WireError; ended?: SessionEnded[] };

/** The same for a token that never was, one whose session is over, and one without its browser's cookie. */
const notFound = () =>
  new WireError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
const alreadyUsed = () => new WireError('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
const expired = () => new WireError('session_expired', 'Invalid Refresh Token: Session Expired');
