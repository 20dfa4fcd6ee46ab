import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { dropOldest } from '#server/drop-oldest.ts';

/** How far a source is ahead that has caused nothing for a while. */
const AHEAD_MS = 30 * SECOND_MS;
/** What one job costs: a source has forty a second, and 1,200 at once. */
const COST_MS = 25;
/** Beyond this a source has no further jobs. */
const LATEST_MS = 10 * MINUTE_MS;
const SOURCES_MAX = 50_000;

/** Fair queueing by the times at which jobs are due, which is the order they are claimed in: each job moves the next one of
 * its source back, so that somebody who causes one does not wait for somebody who causes thousands. */
export type Shares = {
  /** When it is to be due, or null: so much of its source waits that it is left out. It counts for the one of `sources`
   * that has caused least. `servedMs`: how far the queue has come (`Lane.servedMs`). */
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
      // A queue that is behind by more has older ones of others, which a source that waits for none must not be put after.
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
