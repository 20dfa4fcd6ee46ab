import type { Clock } from '#server/clock.ts';

const FAILURES_TO_OPEN = 3;
const OPEN_MS = 30_000;

/**
 * Stops calls to a service that keeps failing. Closed: calls go through. After three failures in a row it opens: calls
 * are refused for 30 s. Then one call may try; its success closes the breaker, its failure opens it again.
 */
export type CircuitBreaker = {
  /** Whether a call may start now. A caller let through must report how it went. */
  tryStart(): boolean;
  succeeded(): void;
  /** `openForMs` opens it at once and for at least that long: the service itself asked to be left alone. */
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
