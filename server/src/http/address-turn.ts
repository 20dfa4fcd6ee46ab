import { createInTurn, type InTurn } from './in-turn.ts';

/** `from`: `turnKey` of the network address. */
export type AddressTurn = <T>(asker: { userId: string; from: string }, work: () => Promise<T>) => Promise<T>;

/** @param running at once, of one network address. People behind it take turns: those of a venue do not wait for all that one of
 * them has asked before. */
export function createAddressTurn(running: number): AddressTurn {
  const addresses = new Map<string, { inTurn: InTurn; requests: number }>();
  return async ({ userId, from }, work) => {
    const address = addresses.get(from) ?? {
      inTurn: createInTurn({ running, waiting: Infinity }),
      requests: 0,
    };
    addresses.set(from, address);
    address.requests += 1;
    try {
      return await address.inTurn(userId, work);
    } finally {
      address.requests -= 1;
      if (address.requests === 0) addresses.delete(from);
    }
  };
}
