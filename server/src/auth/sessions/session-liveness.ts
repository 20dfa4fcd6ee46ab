import { dropOldest } from '#server/lib/drop-oldest.ts';
import type { Clock } from '#server/clock.ts';

/** Short, because another process may have changed the session. */
const CACHED_MS = 2_000;
const SESSIONS_MAX = 20_000;

/** `restricted`: only the second step is allowed. `single_step`: two-step sign-in is off. `two_step`: it was passed. */
export type SessionStanding = 'ended' | 'restricted' | 'anonymous' | 'single_step' | 'two_step';

export type SessionOfUser = { sessionId: string; userId: string };

export type SessionLiveness = {
  /** `ended` also for another user's session. */
  standing(session: SessionOfUser): Promise<SessionStanding>;
  /** Applies to look-ups in flight too. */
  markEnded(sessionId: string): void;
  forget(sessionId: string): void;
};

/** Other standings are not cached: another process may raise them any moment. */
const REMEMBERED: ReadonlySet<SessionStanding> = new Set(['single_step', 'two_step']);

type LookUp = { userId: string; answer: Promise<SessionStanding> };
type Cached = { userId: string; standing: SessionStanding; untilMs: number };

/** An end in this process is known at once. */
export function createSessionLiveness(
  clock: Clock,
  findStanding: (session: SessionOfUser) => Promise<SessionStanding>,
): SessionLiveness {
  const cached = new Map<string, Cached>();
  const ended = new Set<string>();
  const pending = new Map<string, LookUp>();

  const lookUp = ({ sessionId, userId }: SessionOfUser): LookUp => {
    // Counts from the start of the look-up.
    const untilMs = clock.now() + CACHED_MS;
    const isCurrent = () => pending.get(sessionId) === current;
    const current: LookUp = {
      userId,
      answer: findStanding({ sessionId, userId })
        .then((standing) => {
          if (isCurrent() && REMEMBERED.has(standing)) {
            cached.delete(sessionId);
            cached.set(sessionId, { userId, standing, untilMs });
            dropOldest(cached, SESSIONS_MAX);
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
      const known = cached.get(sessionId);
      if (known?.userId === userId && known.untilMs > clock.now()) return known.standing;
      const onItsWay = pending.get(sessionId);
      const standing = await (onItsWay?.userId === userId ? onItsWay : lookUp({ sessionId, userId })).answer;
      return ended.has(sessionId) ? 'ended' : standing;
    },
    markEnded(sessionId) {
      cached.delete(sessionId);
      pending.delete(sessionId);
      ended.add(sessionId);
      dropOldest(ended, SESSIONS_MAX);
    },
    forget(sessionId) {
      cached.delete(sessionId);
      pending.delete(sessionId);
    },
  };
}
