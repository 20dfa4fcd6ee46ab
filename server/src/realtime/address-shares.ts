import { addTo } from '#server/lib/add-to.ts';

/** All people behind an address share its limit. */
export class AddressShares {
  readonly #max: number;
  readonly #byAddress = new Map<string, { held: number; ofUser: Map<string, number> }>();

  constructor(max: number) {
    this.#max = max;
  }

  count(from: string, userId: string, change: 1 | -1): void {
    const counts = this.#byAddress.get(from) ?? { held: 0, ofUser: new Map<string, number>() };
    counts.held += change;
    addTo(counts.ofUser, userId, change);
    if (counts.held > 0) this.#byAddress.set(from, counts);
    else this.#byAddress.delete(from);
  }

  /** The person who must lose a place; null within the limit. */
  heaviest(from: string): string | null {
    const counts = this.#byAddress.get(from);
    if (counts === undefined || counts.held <= this.#max) return null;
    let heaviest: string | null = null;
    let most = 0;
    for (const [userId, held] of counts.ofUser) {
      if (held > most) [heaviest, most] = [userId, held];
    }
    return heaviest;
  }
}
