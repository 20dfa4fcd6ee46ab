import { randomUUID } from 'node:crypto';
import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { DAY_MS } from '@hereabouts/contract/durations';
import { nowIso, type Clock } from '#server/clock.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import type { AuthMethod, SessionEndReason } from '#server/db/auth-schema.ts';
import { recordRemoval } from '#server/instance/removals.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { SecurityLog } from '#server/security-log.ts';
import type { Agent } from './agent.ts';
import { abandonPending } from '#server/auth/accounts/address-change.ts';
import type { AuthHooks } from '#server/auth/hooks.ts';
import { hashToken, randomToken, type KeyedTokens } from '#server/auth/tokens/opaque-tokens.ts';
import { adoptNewerToken, createTokenSearches, type SessionCookie } from './newer-token.ts';
import { holdsCookie } from './own-browser.ts';
import { rememberBrowser } from './known-browsers.ts';
import type { Client } from '#server/auth/parts.ts';
import {
  deleteSurplusSessions,
  endSessions,
  findRefreshToken,
  findRefreshTokenHash,
  insertRefreshToken,
  insertSession,
  lockSession,
  rotateTo,
  updateSessionAssurance,
  type EndedSession,
  type RefreshTokenRow,
  type SessionRow,
  type SessionSelection,
} from './session-repo.ts';
import { hasSecondStep } from '#server/auth/factors/assurance.ts';
import { listFactors } from '#server/auth/factors/factor-repo.ts';
import { findExclusion } from '#server/auth/accounts/suspension-repo.ts';
import { findUserById, type AuthUserRow } from '#server/auth/accounts/user-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';

/** How long a rotated refresh token is accepted, for several tabs (AUTH-07). */
const REFRESH_REUSE_WINDOW_MS = 10_000;

/** Not applied to anonymous accounts (GUEST-03). */
export const SESSION_IDLE_MAX_MS = 60 * DAY_MS;

/** Not applied to anonymous accounts (GUEST-03). */
export const SESSION_MAX_MS = 365 * DAY_MS;

/** Sessions kept for each person and assurance level, as many as the profile lists; sign-ins would fill the disk otherwise. By level:
 * somebody who knows only the password cannot end sessions that passed the second step. */
export const SESSIONS_KEPT = 100;

export type Grant = {
  user: AuthUserRow;
  session: SessionRow;
  refreshToken: string;
  /** Null for clients without cookies, and if already set. */
  cookieSecret: string | null;
  /** Only for a completed sign-in: identifies the browser from now on. */
  browser?: { token: string; isNew: boolean };
  /** Only the password was given. */
  lacksSecondStep?: boolean;
  /** Sessions ended to make room: publish them after the commit. */
  displaced?: readonly EndedSession[];
};

type Starter = Pick<Client, 'isBrowser' | 'agent' | 'browserToken'>;

/** `isFirst`: the account's first sign-in, so no browser is unusual. */
export type Start = { method: AuthMethod; client: Starter; isFirst: boolean };

export type Sessions = {
  /** The caller holds the account. @throws WireError `user_banned` for a suspended person,
   * `invalid_credentials` for an account that is being deleted */
  start(tx: Queryable, user: AuthUserRow, how: Start): Promise<Grant>;
  /** Raises a session locked by the caller to aal2. Earlier refresh tokens end: a copy must not get the level. */
  raise(
    tx: Queryable,
    held: { user: AuthUserRow; session: SessionRow },
    how: { method: AuthMethod; factorId: string; client: Starter; isFirst: boolean },
  ): Promise<Grant>;
  /** `from`: `turnKey` of the network address. @throws WireError */
  refresh(
    token: string,
    client: { cookies: readonly SessionCookie[]; agent: Agent; from: string },
  ): Promise<Grant>;
  /** In the caller's transaction; call `publishEnded` with the result after the commit. Ending all sessions of a person also
   * deletes what one of them may have begun (`abandonPending`). */
  end(tx: Queryable, which: SessionSelection, reason: SessionEndReason): Promise<EndedSession[]>;
  publishEnded(ended: readonly EndedSession[]): void;
};

type Deps = {
  db: Database;
  clock: Clock;
  tokens: KeyedTokens;
  securityLog: SecurityLog;
  publishEnded: (ended: readonly EndedSession[]) => void;
  jobs: Jobs;
  hooks: Pick<AuthHooks, 'signedOutElsewhere' | 'sessionsEnded'>;
};

/** A session's refresh tokens form a chain, numbered from 0; the newest is active. Presenting
 * - the active one issues the next;
 * - its parent returns the active one again: the response was lost, or another tab was faster;
 * - an older one within ten seconds of its rotation returns the active one too: tabs woke up together;
 * - any other one ends the session, because there is a copy.
 * Only the active token advances the chain, which never forks. A copy that refreshes as often as its owner always
 * presents the active token or its parent and is not detected; a browser's cookie prevents that. A parent presented
 * late is logged: a lost response or such a copy. */
export function createSessions({
  db,
  clock,
  tokens,
  securityLog,
  publishEnded,
  jobs,
  hooks,
}: Deps): Sessions {
  const searches = createTokenSearches(clock);
  const logReuse = ({ id, user_id: userId }: SessionRow, reason: string) =>
    securityLog.record('refresh_token_reused', { userId, sessionId: id, reason });

  const start: Sessions['start'] = async (tx, user, { method, client, isFirst }) => {
    const exclusion = await findExclusion(tx, user.id);
    if (exclusion === 'suspended') throw new WireError('user_banned', AUTH_TEXTS.suspended);
    // Answered like a deleted account, which it soon is.
    if (exclusion === 'deleted') throw new WireError('invalid_credentials', AUTH_TEXTS.invalidCredentials);
    const now = nowIso({ clock });
    const cookieSecret = client.isBrowser ? randomToken() : null;
    const session = await insertSession(tx, {
      id: randomUUID(),
      user_id: user.id,
      refresh_salt: randomToken(),
      cookie_hash: cookieSecret && hashToken(cookieSecret),
      amr: [{ method, timestamp: Math.floor(clock.now() / 1000) }],
      created_at: now,
      ...client.agent,
    });
    const refreshToken = tokens.refreshToken(session, 0);
    const hash = hashToken(refreshToken);
    await insertRefreshToken(tx, { hash, session_id: session.id, counter: 0, created_at: now });
    const displaced = await makeRoom(tx, session);
    const grant = { user, session, refreshToken, cookieSecret, displaced };
    // A password alone makes no browser known, because known browsers have a separate budget for codes.
    if (hasSecondStep(await listFactors(tx, user.id))) return { ...grant, lacksSecondStep: true };
    return { ...grant, browser: await recognise(tx, user, client, isFirst) };
  };

  const noteEnded = async (tx: Queryable, ended: readonly EndedSession[]) => {
    if (ended.length === 0) return;
    await hooks.sessionsEnded?.(
      tx,
      ended.map(({ sessionId }) => sessionId),
    );
  };

  const makeRoom = async (tx: Queryable, { user_id: userId, aal }: SessionRow): Promise<EndedSession[]> => {
    const surplus = await deleteSurplusSessions(tx, { userId, aal, kept: SESSIONS_KEPT });
    await noteEnded(tx, surplus);
    return surplus;
  };

  const recognise = async (tx: Queryable, user: AuthUserRow, client: Starter, isFirst: boolean) => {
    const token = client.browserToken ?? randomToken();
    const isKnown = await rememberBrowser(tx, clock, user.id, token);
    return { token, isNew: !isKnown && !isFirst };
  };

  const makeNext = async (tx: Queryable, session: SessionRow, agent: Agent): Promise<string> => {
    const counter = session.refresh_counter + 1;
    const token = tokens.refreshToken(session, counter);
    await rotateTo(tx, session, { counter, hash: hashToken(token), now: nowIso({ clock }), agent });
    return token;
  };

  const answerActive = async (tx: Queryable, session: SessionRow, agent: Agent): Promise<string> => {
    const active = tokens.refreshToken(session, session.refresh_counter);
    const stored = await findRefreshTokenHash(tx, session.id, session.refresh_counter);
    // After a change of the signing key the active token cannot be derived: a new one is issued.
    return stored === hashToken(active) ? active : await makeNext(tx, session, agent);
  };

  const isLate = ({ rotated_at: rotatedAt }: RefreshTokenRow): boolean =>
    rotatedAt === null || clock.now() - Date.parse(rotatedAt) > REFRESH_REUSE_WINDOW_MS;

  const nextFor = async (tx: Queryable, session: SessionRow, presented: RefreshTokenRow, agent: Agent) => {
    if (presented.counter === session.refresh_counter) return await makeNext(tx, session, agent);
    const late = isLate(presented);
    const isParent =
      presented.counter === session.refresh_counter - 1 && presented.counter >= session.refresh_floor;
    if (late) logReuse(session, isParent ? 'parent_of_active' : 'token_reused');
    return late && !isParent ? null : await answerActive(tx, session, agent);
  };

  const raise: Sessions['raise'] = async (tx, { user, session }, { method, factorId, client, isFirst }) => {
    const refreshToken = await makeNext(tx, session, client.agent);
    const counter = session.refresh_counter + 1;
    const raised = await updateSessionAssurance(tx, session.id, {
      factor_id: factorId,
      amr: [
        { method, timestamp: Math.floor(clock.now() / 1000) },
        ...session.amr.filter((use) => use.method !== method),
      ],
      refresh_floor: session.aal === 'aal1' ? counter : session.refresh_floor,
    });
    const browser = await recognise(tx, user, client, isFirst);
    const displaced = await makeRoom(tx, raised);
    return { user, session: raised, refreshToken, cookieSecret: null, browser, displaced };
  };

  const end: Sessions['end'] = async (tx, which, reason) => {
    const ended = await endSessions(tx, which, { reason, now: nowIso({ clock }) });
    if (which.kind === 'all' || which.kind === 'others' || which.kind === 'deleted') {
      await abandonPending(tx, which.userId);
      await hooks.signedOutElsewhere?.(tx, which.userId);
    }
    // A restore revokes all other sessions anyway, and deletes an account with its own.
    for (const { sessionId, userId, startedAsGuest } of which.kind === 'deleted' ? [] : ended) {
      if (startedAsGuest) await recordRemoval({ jobs, clock }, tx, 'session', sessionId, userId);
    }
    await noteEnded(tx, ended);
    return ended;
  };

  return {
    start,
    raise,
    end,
    publishEnded,

    async refresh(token, { cookies, agent, from }) {
      const hash = hashToken(token);
      // Returned, not thrown: ending the session must be committed.
      const outcome = await db.transaction(async (tx): Promise<Grant | Refusal> => {
        const found =
          (await findRefreshToken(tx, hash)) ??
          ((await adoptNewerToken(tx, { tokens, clock, searches }, token, { cookies, agent, from }))
            ? await findRefreshToken(tx, hash)
            : undefined);
        const session = found && (await lockSession(tx, found.session_id));
        // Read again under the lock: it may have been rotated meanwhile.
        const presented = session && (await findRefreshToken(tx, hash));
        if (!session || !presented) return { refused: tokenNotFound() };
        if (session.ended_at !== null) {
          return { refused: session.end_reason === 'token_reused' ? alreadyUsed() : tokenNotFound() };
        }
        const secrets = cookies.map(({ secret }) => secret);
        if (!holdsCookie(session.cookie_hash, secrets)) return { refused: tokenNotFound() };
        const refuse = async (reason: SessionEndReason, refused: WireError): Promise<Refusal> => ({
          refused,
          ended: await end(tx, { kind: 'one', sessionId: session.id }, reason),
        });
        const ageMs = (iso: string) => clock.now() - Date.parse(iso);
        const user = await findUserById(tx, session.user_id);
        if (!user?.is_anonymous) {
          if (ageMs(session.created_at) > SESSION_MAX_MS) return refuse('expired', expired());
          if (ageMs(session.refreshed_at) > SESSION_IDLE_MAX_MS) return refuse('idle', expired());
        }
        if (presented.counter < session.refresh_floor && !isLate(presented)) {
          return { refused: alreadyUsed() };
        }
        const refreshToken = user && (await nextFor(tx, session, presented, agent));
        if (!user || !refreshToken) return refuse('token_reused', alreadyUsed());
        return { user, session, refreshToken, cookieSecret: null };
      });
      if (!('refused' in outcome)) return outcome;
      if (outcome.ended) publishEnded(outcome.ended);
      throw outcome.refused;
    },
  };
}

type Refusal = { refused: WireError; ended?: EndedSession[] };

/** One answer for an unknown token, an ended session and a missing cookie. */
const tokenNotFound = () =>
  new WireError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
const alreadyUsed = () => new WireError('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
const expired = () => new WireError('session_expired', 'Invalid Refresh Token: Session Expired');
