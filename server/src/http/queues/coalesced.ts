import type { InTurn } from './in-turn.ts';

/** Runs the work of a key when its turn comes. Calls with the same key share the result while the work waits: a flood of equal
 * requests costs as much as one, and none is lost. */
export type Coalesced = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createCoalesced(inTurn: InTurn): Coalesced {
  const waiting = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>) => {
    const known = waiting.get(key);
    // The same key means the same work, so the type holds.
    if (known !== undefined) return known as Promise<T>;
    let hasBegun = false;
    const result = inTurn(key, () => {
      hasBegun = true;
      waiting.delete(key);
      return work();
    });
    if (!hasBegun) waiting.set(key, result);
    return result;
  };
}
