import type { Clock } from '#server/clock.ts';
import { addTo } from '#server/lib/add-to.ts';

export type IncomingLimits = {
  /** Bodies of one key, from their start until they are processed. */
  perKey: number;
  /** Bytes of all bodies until they are released; beyond them the oldest that is arriving from the address with most is cut off. */
  bytesMax: number;
  /** Of one address, whatever becomes of its bodies after they have arrived. */
  bytesOfAddressMax: number;
  /** Minimum average, bytes/s. */
  bytesPerS: number;
  graceMs: number;
  arrivalMaxMs: number;
};

/** Call `received` per chunk, `arrived` when complete, `end` when released. */
export type Incoming = { received(bytes: number): void; arrived(): void; end(): void };

/** Keeps slow bodies from blocking others: they hold no place in a queue and have a minimum speed; under memory pressure newer ones
 * win. */
export type IncomingBodies = {
  /** Null over the limit of the key. `cut` closes the body's connection. */
  start(key: string, from: Sender): Incoming | null;
};

export type CutReason = 'too_slow' | 'memory_is_short';
export type Sender = { address: string; cut: (reason: CutReason) => void };

const CHECK_EVERY_MS = 1_000;

type Body = Sender & { bytes: number; startedMs: number; isCut: boolean };

export function createIncomingBodies(limits: IncomingLimits, clock: Clock): IncomingBodies {
  const arriving = new Set<Body>();
  const countOf = new Map<string, number>();
  const bytesOf = new Map<string, number>();
  let totalBytes = 0;

  const release = ({ address, bytes }: Body) => {
    totalBytes -= bytes;
    addTo(bytesOf, address, -bytes);
  };
  /** Its memory counts as free at once: more of it is on its way until the connection has closed, and must not cut off others. */
  const cutOff = (body: Body, reason: CutReason) => {
    arriving.delete(body);
    body.isCut = true;
    release(body);
    body.cut(reason);
  };
  const isTooSlow = ({ bytes, startedMs }: Body) => {
    const elapsedMs = clock.now() - startedMs;
    if (elapsedMs >= limits.arrivalMaxMs) return true;
    return elapsedMs >= limits.graceMs && bytes * 1_000 < limits.bytesPerS * elapsedMs;
  };

  /** One address, with any number of accounts, can only displace itself. */
  const oldestOfMost = (): Body | undefined => {
    const most = Math.max(...[...arriving].map(({ address }) => bytesOf.get(address) ?? 0));
    return [...arriving].find(({ address }) => (bytesOf.get(address) ?? 0) === most);
  };
  const oldestOf = (from: string): Body | undefined => [...arriving].find(({ address }) => address === from);

  return {
    start(key, { address, cut }) {
      const count = countOf.get(key) ?? 0;
      if (count >= limits.perKey) return null;
      countOf.set(key, count + 1);
      const body: Body = { bytes: 0, startedMs: clock.now(), address, cut, isCut: false };
      arriving.add(body);
      const stopChecking = clock.every(CHECK_EVERY_MS, () => {
        if (arriving.has(body) && isTooSlow(body)) cutOff(body, 'too_slow');
      });
      return {
        received(bytes) {
          if (body.isCut) return;
          body.bytes += bytes;
          totalBytes += bytes;
          addTo(bytesOf, address, bytes);
          const isOverShare = (bytesOf.get(address) ?? 0) > limits.bytesOfAddressMax;
          if (!isOverShare && totalBytes <= limits.bytesMax) return;
          const oldest = isOverShare ? oldestOf(address) : oldestOfMost();
          if (oldest) cutOff(oldest, 'memory_is_short');
        },
        arrived() {
          stopChecking();
          arriving.delete(body);
        },
        end() {
          stopChecking();
          arriving.delete(body);
          if (!body.isCut) release(body);
          addTo(countOf, key, -1);
        },
      };
    },
  };
}
