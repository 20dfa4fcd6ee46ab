import type { FastifyRequest } from 'fastify';
import { parseSessionCookie } from '#server/auth/http/browser-cookie.ts';
import { hashToken, sameHash } from '#server/auth/tokens/opaque-tokens.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findSession, type SessionRow } from './session-repo.ts';

/** Whether the session's cookie comes with the request. True of a session without one, of a client that is no browser. */
export async function isFromItsBrowser(
  db: Queryable,
  request: FastifyRequest,
  { sessionId }: Pick<Viewer, 'sessionId'>,
): Promise<boolean> {
  const session = await findSession(db, sessionId);
  return session !== undefined && holdsCookie(session, parseSessionCookie(request, sessionId));
}

export const holdsCookie = (
  { cookie_hash }: Pick<SessionRow, 'cookie_hash'>,
  cookie: string | undefined,
): boolean => cookie_hash === null || (cookie !== undefined && sameHash(hashToken(cookie), cookie_hash));
