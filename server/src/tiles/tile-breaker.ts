import type { Clock } from '#server/clock.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';

/** `isOfService`: the service says that it is overloaded; otherwise only some tiles may fail. */
export type TileFailure = { isOfService: boolean; openForMs?: number | undefined };

/** Anybody may choose tiles that a service cannot draw, or only slowly: their failures open the breaker for the address (`turnKey`)
 * that requests them, and for all once several addresses in a row have had no other answers. */
export type TileBreaker = {
  mayStart(client: string): boolean;
  /** An allowed caller must report the result. */
  tryStart(client: string): boolean;
  succeeded(client: string): void;
  failed(client: string, failure: TileFailure): void;
};

const ADDRESSES_TO_OPEN = 4;
const ADDRESSES_MAX = 10_000;

export function createTileBreaker(clock: Clock): TileBreaker {
  const ofAll = createCircuitBreaker(clock);
  const ofClients = new Map<string, CircuitBreaker>();
  const failing = new Set<string>();

  const ofClient = (client: string): CircuitBreaker => {
    const breaker = ofClients.get(client) ?? createCircuitBreaker(clock);
    ofClients.delete(client);
    ofClients.set(client, breaker);
    dropOldest(ofClients, ADDRESSES_MAX);
    return breaker;
  };

  const mayStart = (client: string) => ofClients.get(client)?.mayStart() !== false && ofAll.mayStart();

  return {
    mayStart,
    tryStart(client) {
      if (!mayStart(client)) return false;
      ofAll.tryStart();
      ofClients.get(client)?.tryStart();
      return true;
    },
    succeeded(client) {
      ofAll.succeeded();
      failing.clear();
      ofClients.delete(client);
    },
    failed(client, { isOfService, openForMs }) {
      ofClient(client).failed();
      if (isOfService) return ofAll.failed(openForMs);
      failing.add(client);
      if (failing.size < ADDRESSES_TO_OPEN) return ofAll.undecided();
      failing.clear();
      ofAll.failed(0);
    },
  };
}
