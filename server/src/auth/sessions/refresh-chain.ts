import { nowIso, type Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { hashToken, type KeyedTokens } from '#server/auth/tokens/opaque-tokens.ts';
import type { Agent } from './agent.ts';
import { findRefreshTokenHash, rotateTo, type RefreshTokenRow } from './refresh-token-repo.ts';
import type { SessionRow } from './session-repo.ts';

/** A rotated token is still accepted for so long, for several tabs (AUTH-07). */
const REFRESH_REUSE_WINDOW_MS = 10_000;

export type ChainParts = { clock: Clock; tokens: KeyedTokens; securityLog: SecurityLog };

/** A session's refresh tokens form a chain, numbered from 0; the newest is active. Presenting
 * - the active one issues the next;
 * - its parent returns the active one again: the response was lost, or another tab was faster;
 * - an older one within ten seconds of its rotation returns the active one too: tabs woke up together;
 * - any other one ends the session, because there is a copy.
 * Only the active token advances the chain, which never forks. A copy that refreshes as often as its owner is not detected; a
 * browser's cookie prevents that. A parent presented late is logged: a lost response or such a copy.
 * Returns null where the session is to end. */
export async function answerTo(
  parts: ChainParts,
  tx: Queryable,
  { session, presented }: { session: SessionRow; presented: RefreshTokenRow },
  agent: Agent,
): Promise<string | null> {
  if (presented.counter === session.refresh_counter)
    return await rotateActiveToken(parts, tx, session, agent);
  const late = isLate(parts.clock, presented);
  const isParent =
    presented.counter === session.refresh_counter - 1 && presented.counter >= session.refresh_floor;
  if (late) logReuse(parts, session, isParent ? 'parent_of_active' : 'token_reused');
  return late && !isParent ? null : await activeOf(parts, tx, session, agent);
}

/** A token from before a raised level, rotated seconds ago: another tab may present it. The session does not end, but the tab
 * gets no token of the new level. */
export const isJustBelowFloor = (
  clock: Clock,
  { session, presented }: { session: SessionRow; presented: RefreshTokenRow },
): boolean => presented.counter < session.refresh_floor && !isLate(clock, presented);

export async function rotateActiveToken(
  { tokens, clock }: Pick<ChainParts, 'tokens' | 'clock'>,
  tx: Queryable,
  session: SessionRow,
  agent: Agent,
): Promise<string> {
  const counter = session.refresh_counter + 1;
  const token = tokens.refreshToken(session, counter);
  await rotateTo(tx, session, { counter, hash: hashToken(token), now: nowIso({ clock }), agent });
  return token;
}

async function activeOf(
  parts: ChainParts,
  tx: Queryable,
  session: SessionRow,
  agent: Agent,
): Promise<string> {
  const active = parts.tokens.refreshToken(session, session.refresh_counter);
  const stored = await findRefreshTokenHash(tx, session.id, session.refresh_counter);
  // The active token cannot be derived after a change of the signing key.
  return stored === hashToken(active) ? active : await rotateActiveToken(parts, tx, session, agent);
}

const isLate = (clock: Clock, { rotated_at: rotatedAt }: RefreshTokenRow): boolean =>
  rotatedAt === null || clock.now() - Date.parse(rotatedAt) > REFRESH_REUSE_WINDOW_MS;

const logReuse = (
  { securityLog }: ChainParts,
  { id, user_id: userId }: SessionRow,
  reason: 'parent_of_active' | 'token_reused',
) => securityLog.record('refresh_token_reused', { userId, sessionId: id, reason });
