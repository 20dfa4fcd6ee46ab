import type { Clock } from '@hereabouts/server/clock';

type Timer = { dueMs: number; everyMs: number | null; task: () => void };

/** A clock that stands still until a test moves it. */
export type FakeClock = Clock & {
  /** Moves time forward and runs, in order of time, every timer that falls due on the way. */
  advance(ms: number): void;
  /** Jumps to a moment (milliseconds since the epoch or an ISO string) without running timers. */
  set(to: number | string): void;
};

export function createFakeClock(start: number | string = '2026-06-20T12:00:00.000Z'): FakeClock {
  let nowMs = new Date(start).getTime();
  const timers = new Set<Timer>();

  const add = (timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const nextDue = (limitMs: number) => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.dueMs <= limitMs && (next === undefined || timer.dueMs < next.dueMs)) next = timer;
    }
    return next;
  };

  return {
    now: () => nowMs,
    after: (ms, task) => add({ dueMs: nowMs + ms, everyMs: null, task }),
    every: (ms, task) => add({ dueMs: nowMs + ms, everyMs: ms, task }),
    advance(ms) {
      const limitMs = nowMs + ms;
      for (let timer = nextDue(limitMs); timer; timer = nextDue(limitMs)) {
        nowMs = Math.max(nowMs, timer.dueMs);
        if (timer.everyMs === null) timers.delete(timer);
        else timer.dueMs = nowMs + timer.everyMs;
        timer.task();
      }
      nowMs = limitMs;
    },
    set(to) {
      const before = nowMs;
      nowMs = new Date(to).getTime();
      // What is left to a real timer does not depend on the time of day.
      const backMs = Math.max(0, before - nowMs);
      for (const timer of timers) timer.dueMs -= backMs;
    },
  };
}
