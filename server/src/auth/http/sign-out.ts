import type { FastifyRequest } from 'fastify';
import { hasSecondStep, isRestricted } from '#server/auth/factors/assurance.ts';
import type { Queryable } from '#server/db/database.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import { endLeftSession } from '#server/auth/sessions/left-session.ts';
import { lockAndEnd } from '#server/auth/sessions/own-sessions.ts';
import type { SessionSelection } from '#server/auth/sessions/session-repo.ts';
import { createCoalesced } from '#server/http/queues/coalesced.ts';
import { createInTurn, runningPerKey, type InTurn } from '#server/http/queues/in-turn.ts';
import { createInVisitTurn } from '#server/http/queues/request-turns.ts';
import { authenticateRequest, lockOwner, requireClaims } from './bearer.ts';
import { clearSessionCookie, readSessionCookie } from './browser-cookie.ts';
import { single, type Handler } from './clients.ts';
import { invalid } from '#server/auth/wire-error.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';

/** Sign-outs of a person at once; they have no other limit. */
const AT_ONCE = 2;

const SCOPES = ['global', 'local', 'others'] as const;
type Scope = (typeof SCOPES)[number];
const isScope = (scope: string): scope is Scope => (SCOPES as readonly string[]).includes(scope);

/** A revocation: never refused. */
export function createSignOut(parts: AuthParts): Handler {
  const visits = createInVisitTurn();
  const coalesced = createCoalesced(createInTurn(runningPerKey(1)));
  const turns = createInTurn(runningPerKey(AT_ONCE));

  return async (request, reply) => {
    const left = single(request.query['session']);
    if (left !== undefined) {
      const cookie = readSessionCookie(request, left);
      const end = () => endLeftSession(parts, { sessionId: left, cookie });
      if (await visits(request, end, 'revocation')) clearSessionCookie(reply, left);
      return reply.code(204).send();
    }
    const { sessionId, aal } = await requireClaims(parts, request);
    const scope = single(request.query.scope) ?? 'global';
    if (!isScope(scope)) throw invalid('The scope must be global, local or others');
    // A session may have many tokens, and a header many forms of one. From elsewhere it does not wait in another's queue.
    const key = `${scope} ${aal} ${sessionId} ${turnKey(request.ip)}`;
    await coalesced(key, () => endByToken(parts, request, scope, turns));
    if (scope !== 'others') clearSessionCookie(reply, sessionId);
    return reply.code(204).send();
  };
}

async function endByToken(
  parts: AuthParts,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'raw'>,
  scope: Scope,
  turns: InTurn,
): Promise<void> {
  const { user, session, aal, factors } = await authenticateRequest(parts, request, {
    restricted: true,
    byTokenAlone: true,
  });
  const asked = signOutSelection(scope, { userId: user.id, sessionId: session.id });
  // A session without its second step can only end itself: the password may be stolen.
  const endsItselfOnly = isRestricted(aal, hasSecondStep(factors));
  if (endsItselfOnly && scope === 'others') return;
  const which: SessionSelection = endsItselfOnly ? { kind: 'one', sessionId: session.id } : asked;
  // One that was ended while this waited must not end its owner's.
  const isAsking = async (tx: Queryable) => void (await lockOwner(tx, { user, session }));
  const within = which.kind === 'one' ? undefined : isAsking;
  const ended = await turns(user.id, () => lockAndEnd(parts, which, 'signed_out', within));
  parts.sessions.publishEnded(ended);
}

function signOutSelection(
  scope: Scope,
  { userId, sessionId }: { userId: string; sessionId: string },
): SessionSelection {
  switch (scope) {
    case 'local':
      return { kind: 'one', sessionId };
    case 'others':
      return { kind: 'others', userId, exceptSessionId: sessionId, askedBy: sessionId };
    case 'global':
      return { kind: 'all', userId, askedBy: sessionId };
  }
}
