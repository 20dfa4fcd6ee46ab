import type { FastifyRequest } from 'fastify';
import type { SignedIn } from './account.ts';
import type { AuthParts } from './parts.ts';
import { findSession } from './session-repo.ts';
import { findUserById } from './user-repo.ts';
import { WireError } from './wire-error.ts';

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i;

/** The account and the live session of a request, read afresh. @throws WireError naming which of them is missing */
export async function authenticateRequest(
  { accessTokens, db }: AuthParts,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<SignedIn> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new WireError('no_authorization', 'This needs an access token');
  const claims = await accessTokens.verify(token);
  if (claims === null) throw new WireError('bad_jwt', 'The access token is not valid or has expired');
  const [session, user] = await Promise.all([
    findSession(db, claims.sessionId),
    findUserById(db, claims.userId),
  ]);
  if (!user) throw new WireError('user_not_found', 'This account does not exist any more');
  if (!session || session.ended_at !== null || session.user_id !== user.id) {
    throw new WireError('session_not_found', 'This session has ended');
  }
  return { user, session };
}
