import { ageMs, type Clock } from '#server/clock.ts';
import { runInBackground } from './requester.ts';
import { nullAfter } from './timeout.ts';

/** Callers share a run, which is background work. If it fails or takes longer than `waitMs`, they get the last result, provided
 * that is at most `forMs` old; otherwise they wait. */
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
    running ??= runInBackground(run).finally(() => {
      running = null;
    });
    const known = last;
    if (known === null || ageMs(clock.now(), known.atMs) > forMs) return await running;
    return (await nullAfter(clock, waitMs, running)) ?? known.result;
  };
}
