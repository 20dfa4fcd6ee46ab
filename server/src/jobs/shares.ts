import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { ageMs } from '#server/clock.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

/** The jobs that an idle source may add at once, as time. */
const AHEAD_MS = 30 * SECOND_MS;
/** A source has 40 jobs a second, and 1,200 at once. */
const COST_MS = 25;
/** Jobs that would be due later than this from now are dropped. */
const LATEST_MS = 10 * MINUTE_MS;
const SOURCES_MAX = 50_000;

/** Fair queueing by due times: each job postpones the next one of its source, so that thousands of jobs delay only their source. */
export type Shares = {
  /** Null when the job is dropped. It counts for the one of `sources` that has caused least. `servedMs`: `Lane.servedMs`. */
  place(
    sources: readonly [string, ...string[]],
    job: { nowMs: number; dueAtMs: number; isEssential: boolean; servedMs: number },
  ): number | null;
};

export function createShares(): Shares {
  const placed = new Map<string, { atMs: number; nextMs: number }>();
  return {
    place(sources, { nowMs, dueAtMs, isEssential, servedMs }) {
      const nextOf = (source: string): number => {
        const last = placed.get(source);
        return last !== undefined && ageMs(nowMs, last.atMs) < Infinity ? last.nextMs : 0;
      };
      const source = sources.reduce((least, one) => (nextOf(one) < nextOf(least) ? one : least));
      // If the queue is behind, an idle source starts where the queue is, not after the old jobs.
      const turnMs = Math.max(nextOf(source), Math.min(nowMs - AHEAD_MS, servedMs));
      if (turnMs > nowMs + LATEST_MS && !isEssential) return null;
      placed.delete(source);
      placed.set(source, { atMs: nowMs, nextMs: turnMs + COST_MS });
      dropOldest(placed, SOURCES_MAX);
      if (dueAtMs <= nowMs && turnMs <= nowMs) return turnMs;
      // Whole seconds: one wake-up for all.
      return Math.max(dueAtMs, Math.ceil(turnMs / SECOND_MS) * SECOND_MS);
    },
  };
}
