import type { Auth } from '#server/auth/auth.ts';
import type { AuthHooks, Restricted } from '#server/auth/events.ts';
import type { Bus } from '#server/realtime/bus.ts';
import { endOfSession } from '#server/realtime/control.ts';
import type { Revocation } from '#server/realtime/local-bus.ts';

/** All processes refuse a session that ended in one. */
const ENDED_SUBJECT = 'auth.session_ended';

/** A session ends once, so that its id makes the keys. */
const endsOf = (sessionId: string): Revocation[] => [
  { key: `ended ${sessionId}`, subject: ENDED_SUBJECT, message: Buffer.from(sessionId) },
  { key: `closed ${sessionId}`, ...endOfSession(sessionId) },
];
const endOfRestricted = ({ sessionId, cause }: Restricted): Revocation => ({
  key: `restricted ${sessionId} ${cause}`,
  ...endOfSession(sessionId),
});

export const sessionHooks = (bus: Bus): Pick<AuthHooks, 'sessionsEnded' | 'sessionRestricted'> => ({
  sessionsEnded: (tx, sessionIds) => bus.keep(tx, sessionIds.flatMap(endsOf)),
  sessionRestricted: (tx, restricted) => bus.keep(tx, [endOfRestricted(restricted)]),
});

export async function shareSessionEnds(bus: Bus, auth: Auth): Promise<void> {
  auth.onSessionEnded(({ sessionId }) => {
    for (const revocation of endsOf(sessionId)) bus.revoke(revocation);
  });
  auth.onSessionRestricted((restricted) => bus.revoke(endOfRestricted(restricted)));
  await bus.subscribe(ENDED_SUBJECT, (sessionId) => auth.sessionEnded(sessionId.toString()));
}
