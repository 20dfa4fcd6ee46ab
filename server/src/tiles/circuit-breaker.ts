import type { Clock } from '#server/clock.ts';

const FAILURES_TO_OPEN = 3;
const OPEN_MS = 30_000;

/** Opens for 30 s after three failures in a row. Then one call closes it or opens it again. */
export type CircuitBreaker = {
  /** An allowed caller must report the result. */
  tryStart(): boolean;
  succeeded(): void;
  /** `openForMs`: opens at once, as the service requested. */
  failed(openForMs?: number): void;
};

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0;
  let openUntilMs: number | null = null;
  let trying = false;

  return {
    tryStart() {
      if (openUntilMs === null) return true;
      if (trying || clock.now() < openUntilMs) return false;
      trying = true;
      return true;
    },
    succeeded() {
      failures = 0;
      openUntilMs = null;
      trying = false;
    },
    failed(openForMs) {
      failures += 1;
      trying = false;
      if (openForMs === undefined && failures < FAILURES_TO_OPEN) return;
      openUntilMs = Math.max(openUntilMs ?? 0, clock.now() + Math.max(openForMs ?? 0, OPEN_MS));
    },
  };
}
