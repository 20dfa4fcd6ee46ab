import type { Clock } from '#server/clock.ts';

/** How long an answer is believed without asking the database; another process may have changed it. */
const BELIEVED_MS = 2_000;
const SESSIONS_MAX = 20_000;

/**
 * What a session may do: nothing once it `ended`; everything while its user has no second step (`single_step`) or it has
 * passed it (`two_step`); when `restricted`, only what leads through the second step.
 */
export type SessionStanding = 'ended' | 'restricted' | 'single_step' | 'two_step';

/** A session, and whose a token says it is. */
export type SessionOfUser = { sessionId: string; userId: string };

export type SessionLiveness = {
  /** `ended` as well for a session of somebody else. */
  standing(session: SessionOfUser): Promise<SessionStanding>;
  /** From now on the session is dead, also for look-ups that are on their way. */
  markEnded(sessionId: string): void;
  /** The session changed in this process: it is looked up anew. */
  forget(sessionId: string): void;
};

/** A restricted session is asked about each time: another process may let it through the next moment. */
const REMEMBERED: ReadonlySet<SessionStanding> = new Set(['single_step', 'two_step']);

type LookUp = { userId: string; answer: Promise<SessionStanding> };
type Believed = { userId: string; standing: SessionStanding; untilMs: number };

/** How sessions stand, asked at most once in two seconds each, and at once after they end in this process. */
export function createSessionLiveness(
  clock: Clock,
  findStanding: (session: SessionOfUser) => Promise<SessionStanding>,
): SessionLiveness {
  const believed = new Map<string, Believed>();
  const ended = new Set<string>();
  const pending = new Map<string, LookUp>();

  const lookUp = ({ sessionId, userId }: SessionOfUser): LookUp => {
    // What the database says was true when it was asked.
    const untilMs = clock.now() + BELIEVED_MS;
    const isCurrent = () => pending.get(sessionId) === current;
    const current: LookUp = {
      userId,
      answer: findStanding({ sessionId, userId })
        .then((standing) => {
          if (isCurrent() && REMEMBERED.has(standing)) {
            believed.delete(sessionId);
            believed.set(sessionId, { userId, standing, untilMs });
            if (believed.size > SESSIONS_MAX) dropOldest(believed);
          }
          return standing;
        })
        .finally(() => {
          if (isCurrent()) pending.delete(sessionId);
        }),
    };
    pending.set(sessionId, current);
    return current;
  };

  return {
    async standing({ sessionId, userId }) {
      if (ended.has(sessionId)) return 'ended';
      const known = believed.get(sessionId);
      if (known?.userId === userId && known.untilMs > clock.now()) return known.standing;
      const onItsWay = pending.get(sessionId);
      const standing = await (onItsWay?.userId === userId ? onItsWay : lookUp({ sessionId, userId })).answer;
      return ended.has(sessionId) ? 'ended' : standing;
    },
    markEnded(sessionId) {
      believed.delete(sessionId);
      pending.delete(sessionId);
      ended.add(sessionId);
      if (ended.size > SESSIONS_MAX) dropOldest(ended);
    },
    forget(sessionId) {
      believed.delete(sessionId);
      pending.delete(sessionId);
    },
  };
}

function dropOldest(entries: Map<string, unknown> | Set<string>): void {
  for (const key of entries.keys()) {
    entries.delete(key);
    return;
  }
}
