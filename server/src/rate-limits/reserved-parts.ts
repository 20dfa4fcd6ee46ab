import { dropOldest } from '#server/lib/drop-oldest.ts';
import type { Charge, Refusal, SharedLimits } from './shared-limits.ts';

/** Reserved at once, so that few messages need a statement. */
const PART_CHARS = 5_000;
const PARTS_MAX = 20_000;

type Part = { left: number; taking: Promise<Refusal | null> | null };

/** Characters of a shared limit, by key. */
export type ReservedParts = {
  /** Null, or the refusal of a charge. Never inside a transaction. */
  take(key: string, chars: number, charges: readonly Charge[]): Promise<Refusal | null>;
  refund(key: string, chars: number): void;
};

/** Each process reserves a small part per key; a restart loses it. */
export function createReservedParts(shared: SharedLimits): ReservedParts {
  const parts = new Map<string, Part>();

  const partOf = (key: string): Part => {
    const part = parts.get(key) ?? { left: 0, taking: null };
    parts.delete(key);
    parts.set(key, part);
    dropOldest(parts, PARTS_MAX);
    return part;
  };

  const reserve = async (part: Part, chars: number, charges: readonly Charge[]): Promise<Refusal | null> => {
    try {
      const cost = Math.max(PART_CHARS, chars - part.left);
      const refusal = await shared.take(charges.map((charge) => ({ ...charge, cost })));
      if (refusal === null) part.left += cost;
      return refusal;
    } finally {
      part.taking = null;
    }
  };

  return {
    async take(key, chars, charges) {
      const part = partOf(key);
      while (part.left < chars) {
        const refusal = await (part.taking ??= reserve(part, chars, charges));
        if (refusal !== null) return refusal;
      }
      part.left -= chars;
      return null;
    },
    refund: (key, chars) => void (partOf(key).left += chars),
  };
}
