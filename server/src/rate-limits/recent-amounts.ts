import type { Clock } from '#server/clock.ts';
import { addTo } from '#server/lib/add-to.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

const KEYS_MAX = 10_000;

export type RecentAmounts = { add(key: string, amount: number): void; of(key: string): number };

/** Sums over the current period and the one before. */
export function createRecentAmounts(periodMs: number, clock: Clock): RecentAmounts {
  let current = new Map<string, number>();
  let before = new Map<string, number>();
  let endsMs = clock.now() + periodMs;
  const turn = () => {
    const nowMs = clock.now();
    if (nowMs < endsMs) return;
    before = nowMs < endsMs + periodMs ? current : new Map();
    current = new Map();
    endsMs = nowMs + periodMs;
  };
  return {
    add(key, amount) {
      turn();
      addTo(current, key, amount);
      dropOldest(current, KEYS_MAX);
    },
    of(key) {
      turn();
      return (current.get(key) ?? 0) + (before.get(key) ?? 0);
    },
  };
}
