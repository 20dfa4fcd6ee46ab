import type { Auth } from '#server/auth/auth.ts';
import type { AuthHooks, Restricted } from '#server/auth/hooks.ts';
import type { EndedSession } from '#server/auth/sessions/session-repo.ts';
import type { Context } from '#server/context.ts';
import type { Stop } from '#server/feature.ts';
import type { Bus } from '#server/realtime/bus.ts';
import { endOfSession } from '#server/realtime/control.ts';
import type { AccessLoss } from '#server/realtime/local-bus.ts';

const ENDED_SUBJECT = 'auth.session_ended';
/** All processes ask again for the standing of a session that fell back to the first step in one. */
const RESTRICTED_SUBJECT = 'auth.session_restricted';

/** A session ends once: its id makes the keys. */
const endsOf = (sessionId: string): AccessLoss[] => [
  { key: `ended ${sessionId}`, subject: ENDED_SUBJECT, message: Buffer.from(sessionId) },
  { key: `closed ${sessionId}`, ...endOfSession(sessionId) },
];
const endsOfRestricted = ({ sessionId, cause }: Restricted): AccessLoss[] => [
  { key: `level ${sessionId} ${cause}`, subject: RESTRICTED_SUBJECT, message: Buffer.from(sessionId) },
  { key: `restricted ${sessionId} ${cause}`, ...endOfSession(sessionId) },
];

export const sessionHooks = (bus: Bus): Pick<AuthHooks, 'sessionsEnded' | 'sessionRestricted'> => ({
  sessionsEnded: (tx, sessionIds) => bus.keep(tx, sessionIds.flatMap(endsOf)),
  sessionRestricted: (tx, restricted) => bus.keep(tx, endsOfRestricted(restricted)),
});

export async function shareSessionEnds(bus: Bus, auth: Auth): Promise<void> {
  auth.onSessionEnded(({ sessionId }) => {
    for (const loss of endsOf(sessionId)) bus.publishAccessLoss(loss);
  });
  auth.onSessionRestricted((restricted) => {
    for (const loss of endsOfRestricted(restricted)) bus.publishAccessLoss(loss);
  });
  await bus.subscribe(ENDED_SUBJECT, (sessionId) => auth.sessionEnded(sessionId.toString()));
  await bus.subscribe(RESTRICTED_SUBJECT, (sessionId) => auth.sessionRestricted(sessionId.toString()));
}

type Parts = Pick<Context, 'auth' | 'log'>;
type Work<Of> = (session: Of) => Promise<unknown>;

/** Ending many sessions waits for `work`. A failure is logged as `failure`. The returned function waits for running work. */
export const onSessionEnded = (parts: Parts, work: Work<EndedSession>, failure: string): Stop =>
  followWith((listener) => parts.auth.onSessionEnded(listener), parts, work, failure);

/** The session no longer reaches what it has begun. */
export const onSessionRestricted = (parts: Parts, work: Work<Restricted>, failure: string): Stop =>
  followWith((listener) => parts.auth.onSessionRestricted(listener), parts, work, failure);

function followWith<Of>(
  listen: (listener: Work<Of>) => void,
  { log }: Pick<Parts, 'log'>,
  work: Work<Of>,
  failure: string,
): Stop {
  const running = new Set<Promise<unknown>>();
  listen((session) => {
    const done = work(session)
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => running.delete(done));
    running.add(done);
    return done;
  });
  return async () => void (await Promise.all(running));
}
