import type { AuthMethod } from '#server/db/auth-schema.ts';
import type { Queryable } from '#server/db/database.ts';
import type { SignedIn } from '#server/auth/http/bearer.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { lockSession, type EndedSession, type SessionRow } from '#server/auth/sessions/session-repo.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { lockUser, type AuthUserRow } from '#server/auth/accounts/user-repo.ts';
import { sessionNotFound, userNotFound } from './factor-errors.ts';

export type Held = { user: AuthUserRow; session: SessionRow };
export type Raised = { grant: Grant; ended: EndedSession[] };

/** Lock order: user, session. @throws WireError when one is gone */
export async function holdSignedIn(tx: Queryable, { user, session }: SignedIn): Promise<Held> {
  const heldUser = await lockUser(tx, user.id);
  if (!heldUser) throw userNotFound();
  const heldSession = await lockSession(tx, session.id);
  if (!heldSession || heldSession.ended_at !== null) throw sessionNotFound();
  return { user: heldUser, session: heldSession };
}

/** Raises to aal2; ends lower sessions or, with `endOthers`, all others, because the second step changed. */
export async function raiseSession(
  { sessions }: AuthParts,
  tx: Queryable,
  held: Held,
  how: { method: AuthMethod; factorId: string; client: Client; endOthers: boolean },
): Promise<Raised> {
  // Adding a factor is no sign-in, so that no browser is new by it.
  const { displaced = [], ...grant } = await sessions.raise(tx, held, { ...how, isFirst: how.endOthers });
  const others = { userId: held.user.id, exceptSessionId: held.session.id };
  const ended = how.endOthers
    ? await sessions.end(tx, { kind: 'others', ...others }, 'factors_changed')
    : await sessions.end(tx, { kind: 'others_restricted', ...others }, 'ended');
  return { grant, ended: [...ended, ...displaced] };
}

/** Call it after the commit. */
export function publishRaised({ sessions, liveness }: AuthParts, { grant, ended }: Raised): Grant {
  liveness.forget(grant.session.id);
  sessions.publishEnded(ended);
  return grant;
}
