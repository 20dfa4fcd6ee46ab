import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { dropOldest } from '#server/drop-oldest.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';

/** So many jobs wait for a recipient, such as a device of the person. */
export type Quota = { userId: string; recipient: string; max: number };

/** Of the second half each source has so much: nobody alone keeps out what others cause. A job may wait for a day. */
const OF_SECOND_HALF = { max: 10, windowMs: DAY_MS };
/** What has been done meanwhile is only known by counting again. */
const COUNT_EVERY_MS = 10 * SECOND_MS;
const QUOTAS_MAX = 50_000;

/** How many jobs wait for each recipient: counted in the database, and from then on what this process adds. */
export type Quotas = {
  /** Those to be counted before anything is added: unknown ones, and those that may have become full. */
  uncounted(quotas: readonly Quota[]): Quota[];
  counted(recipient: string, waiting: number): void;
  /** Takes a place; false: there is none, and the job is to be left out. */
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
