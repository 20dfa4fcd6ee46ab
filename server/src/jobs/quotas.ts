import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';

export type Quota = { userId: string; recipient: string; max: number };

/** Per source, once half of the quota is used, so that nobody alone uses it up. Per day, because a job may wait for a day. */
const OF_SECOND_HALF = { max: 10, windowMs: DAY_MS };
/** Only a new count tells how many jobs have been done since. */
const COUNT_EVERY_MS = 10 * SECOND_MS;
const QUOTAS_MAX = 50_000;

/** As counted in the database, plus what this process has added since. */
export type Quotas = {
  /** To count before jobs are added: unknown ones and, every `COUNT_EVERY_MS`, those at least half full. */
  uncounted(quotas: readonly Quota[]): Quota[];
  counted(recipient: string, waiting: number): void;
  /** False: full, the job is dropped. */
  add(quota: Quota, job: { sources: readonly string[]; isEssential: boolean }): boolean;
};

export function createQuotas(clock: Clock): Quotas {
  const quotas = new Map<string, { waiting: number; countedMs: number }>();
  const ofSecondHalf = createRateLimit(OF_SECOND_HALF, clock);
  const isToCount = ({ recipient, max }: Quota): boolean => {
    const known = quotas.get(recipient);
    if (known === undefined) return true;
    return known.waiting >= max / 2 && known.countedMs + COUNT_EVERY_MS <= clock.now();
  };
  return {
    uncounted: (asked) => [
      ...new Map(asked.filter(isToCount).map((quota) => [quota.recipient, quota])).values(),
    ],
    counted(recipient, waiting) {
      quotas.delete(recipient);
      quotas.set(recipient, { waiting, countedMs: clock.now() });
      dropOldest(quotas, QUOTAS_MAX);
    },
    add({ recipient, max }, { sources, isEssential }) {
      const known = quotas.get(recipient) ?? { waiting: 0, countedMs: -Infinity };
      const mayAdd = (): boolean =>
        known.waiting < max / 2 ||
        (known.waiting < max && sources.some((source) => ofSecondHalf.take(`${recipient} ${source}`) === 0));
      if (!isEssential && !mayAdd()) return false;
      known.waiting += 1;
      return true;
    },
  };
}
