import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { dropOldest } from '#server/lib/drop-oldest.ts';

/** Burst: the jobs that an idle source may add at once, as time. */
const AHEAD_MS = 30 * SECOND_MS;
/** The time one job costs: a source has 40 a second, and 1,200 at once. */
const COST_MS = 25;
/** Jobs that would be due later than this from now are dropped. */
const LATEST_MS = 10 * MINUTE_MS;
const SOURCES_MAX = 50_000;

/** Fair queueing by the times at which jobs are due, which is the order they are claimed in: each job moves the next one of
 * its source back, so that somebody who causes one does not wait for somebody who causes thousands. */
export type Shares = {
  /** The due time, or null when too many jobs of the source wait and this one is dropped. It counts for the one of `sources` that
   * has caused least. `servedMs`: how far the queue has come (`Lane.servedMs`). */
  place(
    sources: readonly [string, ...string[]],
    job: { nowMs: number; dueAtMs: number; isEssential: boolean; servedMs: number },
  ): number | null;
};

export function createShares(): Shares {
  const nextMs = new Map<string, number>();
  return {
    place(sources, { nowMs, dueAtMs, isEssential, servedMs }) {
      const nextOf = (source: string): number => nextMs.get(source) ?? 0;
      const source = sources.reduce((least, one) => (nextOf(one) < nextOf(least) ? one : least));
      // When the queue is further behind, an idle source starts at its current position, not after others' old jobs.
      const turnMs = Math.max(nextOf(source), Math.min(nowMs - AHEAD_MS, servedMs));
      if (turnMs > nowMs + LATEST_MS && !isEssential) return null;
      nextMs.delete(source);
      nextMs.set(source, turnMs + COST_MS);
      dropOldest(nextMs, SOURCES_MAX);
      if (dueAtMs <= nowMs && turnMs <= nowMs) return turnMs;
      // Whole seconds: the queue wakes once for all of them.
      return Math.max(dueAtMs, Math.ceil(turnMs / SECOND_MS) * SECOND_MS);
    },
  };
}
