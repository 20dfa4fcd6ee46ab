import type { Clock } from '#server/clock.ts';
import { withTimeout } from './timeout.ts';

/** Concurrent callers share one run of `work`. Where it takes longer than `waitMs`, the answer is the result of the last run, if that
 * ended at most `forMs` ago; otherwise the run is waited for. */
export function createLastKnown<T>(
  clock: Clock,
  { waitMs, forMs }: { waitMs: number; forMs: number },
  work: () => Promise<T>,
): () => Promise<T> {
  let running: Promise<T> | null = null;
  let last: { result: T; atMs: number } | null = null;
  const run = async () => {
    const result = await work();
    last = { result, atMs: clock.now() };
    return result;
  };
  return async () => {
    running ??= run().finally(() => {
      running = null;
    });
    const known = last;
    // A negative age: the clock was set back.
    const ageMs = known === null ? Infinity : clock.now() - known.atMs;
    if (known === null || ageMs < 0 || ageMs > forMs) return await running;
    return (await withTimeout(clock, waitMs, running)) ?? known.result;
  };
}
