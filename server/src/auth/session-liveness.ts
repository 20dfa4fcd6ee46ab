import type { Clock } from '#server/clock.ts';

/** How long an answer "still signed in" is believed without asking the database; another process may have ended it. */
const BELIEVED_MS = 2_000;
const SESSIONS_MAX = 20_000;

export type SessionLiveness = {
  isAlive(sessionId: string): Promise<boolean>;
  /** From now on the session is dead, also for look-ups that are on their way. */
  markEnded(sessionId: string): void;
};

/** Whether sessions are alive, asked at most once in two seconds each, and at once after they end in this process. */
export function createSessionLiveness(
  clock: Clock,
  findAlive: (sessionId: string) => Promise<boolean>,
): SessionLiveness {
  const believedUntilMs = new Map<string, number>();
  const ended = new Set<string>();
  const pending = new Map<string, Promise<boolean>>();

  const ask = async (sessionId: string) => {
    try {
      // What the database says was true when it was asked.
      const untilMs = clock.now() + BELIEVED_MS;
      const alive = (await findAlive(sessionId)) && !ended.has(sessionId);
      if (alive) {
        believedUntilMs.delete(sessionId);
        believedUntilMs.set(sessionId, untilMs);
        if (believedUntilMs.size > SESSIONS_MAX) dropOldest(believedUntilMs);
      }
      return alive;
    } finally {
      pending.delete(sessionId);
    }
  };

  return {
    async isAlive(sessionId) {
      if (ended.has(sessionId)) return false;
      if ((believedUntilMs.get(sessionId) ?? 0) > clock.now()) return true;
      let asked = pending.get(sessionId);
      if (asked === undefined) {
        asked = ask(sessionId);
        pending.set(sessionId, asked);
      }
      return (await asked) && !ended.has(sessionId);
    },
    markEnded(sessionId) {
      believedUntilMs.delete(sessionId);
      ended.add(sessionId);
      if (ended.size > SESSIONS_MAX) dropOldest(ended);
    },
  };
}

function dropOldest(entries: Map<string, number> | Set<string>): void {
  for (const key of entries.keys()) {
    entries.delete(key);
    return;
  }
}
