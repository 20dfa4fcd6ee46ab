import { randomUUID } from 'node:crypto';
import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import { nowIso } from '#server/clock.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import { together } from '#server/db/together.ts';
import type { AuthMethodUse, SessionEndReason } from '#server/db/auth-schema.ts';
import { hasSecondStep } from '#server/auth/factors/assurance.ts';
import { listFactors, type FactorRow } from '#server/auth/factors/factor-repo.ts';
import { findExclusion } from '#server/auth/accounts/suspension-repo.ts';
import type { AuthUserRow } from '#server/auth/accounts/user-repo.ts';
import type { Client } from '#server/auth/parts.ts';
import { hashToken, randomToken } from '#server/auth/tokens/opaque-tokens.ts';
import { WireError } from '#server/auth/wire-error.ts';
import { endSelected, makeRoom, type EndParts } from './end-sessions.ts';
import { rememberBrowser } from './known-browsers.ts';
import { createTokenSearches } from './newer-token.ts';
import { refresh, type Refresher } from './refresh.ts';
import { rotateActiveToken, type ChainParts } from './refresh-chain.ts';
import { insertRefreshToken } from './refresh-token-repo.ts';
import {
  insertSession,
  updateSessionAssurance,
  type EndedSession,
  type SessionRow,
  type SessionSelection,
} from './session-repo.ts';

export type Grant = {
  user: AuthUserRow;
  session: SessionRow;
  refreshToken: string;
  /** Null for clients without cookies, and if already set. */
  cookieSecret: string | null;
  /** For a completed sign-in: identifies the browser from now on. */
  browser?: { token: string; isNew: boolean };
  /** Only the password was given. */
  lacksSecondStep?: boolean;
  /** Ended to make room: publish them after the commit. */
  displaced?: readonly EndedSession[];
  /** Of a session that has just started. */
  factors?: FactorRow[];
};

type Starter = Pick<Client, 'isBrowser' | 'agent' | 'browserToken'>;

/** `isFirst`: the account's first sign-in, when no browser is unusual. */
export type Start = Omit<AuthMethodUse, 'timestamp'> & { client: Starter; isFirst: boolean };

type Held = Pick<Grant, 'user' | 'session'>;
type Raise = Start & { factorId: string };

export type Sessions = {
  /** The caller holds the account. @throws WireError `user_banned`, `invalid_credentials` during a deletion */
  start(tx: Queryable, user: AuthUserRow, how: Start): Promise<Grant>;
  /** Raises a session locked by the caller to aal2. Earlier refresh tokens end: a copy must not get the level. */
  raise(tx: Queryable, held: Held, how: Raise): Promise<Grant>;
  /** @throws WireError */
  refresh(token: string, client: Refresher): Promise<Grant>;
  /** In the caller's transaction; call `publishEnded` with the result after the commit. Ending all sessions of a person also runs
   * `abandonPending`. */
  end(tx: Queryable, which: SessionSelection, reason: SessionEndReason): Promise<EndedSession[]>;
  publishEnded(ended: readonly EndedSession[]): void;
};

type Parts = ChainParts & EndParts & { db: Database; publishEnded: (ended: readonly EndedSession[]) => void };

export function createSessions(parts: Parts): Sessions {
  const { publishEnded } = parts;
  const end: Sessions['end'] = (tx, which, reason) => endSelected(parts, tx, which, reason);
  const refreshing = { ...parts, end, searches: createTokenSearches(parts.clock) };
  return {
    start: (tx, user, how) => start(parts, tx, user, how),
    raise: (tx, held, how) => raise(parts, tx, held, how),
    refresh: (token, client) => refresh(refreshing, token, client),
    end,
    publishEnded,
  };
}

async function start(
  parts: Parts,
  tx: Queryable,
  user: AuthUserRow,
  { client, isFirst, ...use }: Start,
): Promise<Grant> {
  const { clock, tokens } = parts;
  const [exclusion, factors] = await together(findExclusion(tx, user.id), listFactors(tx, user.id));
  if (exclusion === 'suspended') throw new WireError('user_banned', AUTH_TEXTS.suspended);
  // As of a deleted account, which it soon is.
  if (exclusion === 'deleted') throw new WireError('invalid_credentials', AUTH_TEXTS.invalidCredentials);
  const now = nowIso({ clock });
  const cookieSecret = client.isBrowser ? randomToken() : null;
  const own = { id: randomUUID(), refresh_salt: randomToken() };
  const refreshToken = tokens.refreshToken(own, 0);
  // Sent in this order, without waiting for the first.
  const [session] = await together(
    insertSession(tx, {
      ...own,
      user_id: user.id,
      cookie_hash: cookieSecret && hashToken(cookieSecret),
      amr: [{ ...use, timestamp: Math.floor(clock.now() / 1000) }],
      created_at: now,
      ...client.agent,
    }),
    insertRefreshToken(tx, {
      hash: hashToken(refreshToken),
      session_id: own.id,
      counter: 0,
      created_at: now,
    }),
  );
  const lacksSecondStep = hasSecondStep(factors);
  const [displaced, browser] = await together(
    makeRoom(parts, tx, session),
    // A password alone makes no browser known: known ones have a separate budget for codes.
    lacksSecondStep ? undefined : recognise(parts, tx, user, { client, isFirst }),
  );
  const grant = { user, session, refreshToken, cookieSecret, displaced, factors };
  return browser === undefined ? { ...grant, lacksSecondStep } : { ...grant, browser };
}

async function raise(
  parts: Parts,
  tx: Queryable,
  { user, session }: Held,
  { method, factorId, client, isFirst }: Raise,
): Promise<Grant> {
  const refreshToken = await rotateActiveToken(parts, tx, session, client.agent);
  const counter = session.refresh_counter + 1;
  const raised = await updateSessionAssurance(tx, session.id, {
    factor_id: factorId,
    amr: [
      { method, timestamp: Math.floor(parts.clock.now() / 1000) },
      ...session.amr.filter((use) => use.method !== method),
    ],
    refresh_floor: session.aal === 'aal1' ? counter : session.refresh_floor,
  });
  const browser = await recognise(parts, tx, user, { client, isFirst });
  const displaced = await makeRoom(parts, tx, raised);
  return { user, session: raised, refreshToken, cookieSecret: null, browser, displaced };
}

async function recognise(
  { clock }: Parts,
  tx: Queryable,
  user: AuthUserRow,
  { client, isFirst }: Pick<Start, 'client' | 'isFirst'>,
): Promise<{ token: string; isNew: boolean }> {
  const token = client.browserToken ?? randomToken();
  const isKnown = await rememberBrowser(tx, clock, user.id, token);
  return { token, isNew: !isKnown && !isFirst };
}
