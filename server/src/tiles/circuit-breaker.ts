import { ageMs, type Clock } from '#server/clock.ts';

const FAILURES_TO_OPEN = 3;
const OPEN_MS = 30_000;

/** Opens for 30 s after three failures in a row. Then one call closes it or opens it again. */
export type CircuitBreaker = {
  mayStart(): boolean;
  /** An allowed caller must report the result. */
  tryStart(): boolean;
  succeeded(): void;
  /** `openForMs`: opens at once, as the service requested. */
  failed(openForMs?: number): void;
  /** The call tells nothing: the next one may try. */
  undecided(): void;
};

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0;
  let opened: { atMs: number; forMs: number } | null = null;
  let trying = false;

  const leftMs = () => (opened === null ? 0 : Math.max(0, opened.forMs - ageMs(clock.now(), opened.atMs)));

  const mayStart = () => opened === null || (!trying && leftMs() === 0);

  return {
    mayStart,
    tryStart() {
      if (!mayStart()) return false;
      trying = opened !== null;
      return true;
    },
    undecided() {
      trying = false;
    },
    succeeded() {
      failures = 0;
      opened = null;
      trying = false;
    },
    failed(openForMs) {
      failures += 1;
      trying = false;
      if (openForMs === undefined && failures < FAILURES_TO_OPEN) return;
      opened = { atMs: clock.now(), forMs: Math.max(leftMs(), openForMs ?? 0, OPEN_MS) };
    },
  };
}
