import type { Clock } from '#server/clock.ts';

export type IncomingLimits = {
  /** Bodies one key may have under way, until they have been dealt with. */
  perKey: number;
  /** Bytes of all bodies in memory together; beyond it the oldest of the address that sends most is cut off. */
  bytesMax: number;
  /** A body that is slower than this on average is cut off, bytes a second. */
  bytesPerS: number;
  /** The average is not looked at before, ms. */
  graceMs: number;
  /** Whole time a body may take to arrive, ms. */
  arrivalMaxMs: number;
};

/** One body; `received` as parts of it arrive, `arrived` when it is whole, `end` when it is no longer in memory. */
export type Incoming = { received(bytes: number): void; arrived(): void; end(): void };

/**
 * Keeps bodies that arrive slowly from shutting out others: they take no place that another one needs, must make
 * progress, and give way to newer ones when memory is short.
 */
export type IncomingBodies = {
  /** Null when the key has too many under way. `cut` breaks off the connection the body comes by. */
  start(key: string, from: Sender): Incoming | null;
};

export type CutReason = 'too_slow' | 'memory_is_short';
/** `address` as it counts for limits. */
export type Sender = { address: string; cut: (reason: CutReason) => void };

const CHECK_EVERY_MS = 1_000;

type Body = Sender & { bytes: number; startedMs: number };

export function createIncomingBodies(limits: IncomingLimits, clock: Clock): IncomingBodies {
  /** Oldest first. */
  const arriving = new Set<Body>();
  const countOf = new Map<string, number>();
  let totalBytes = 0;

  const cutOff = (body: Body, reason: CutReason) => {
    arriving.delete(body);
    body.cut(reason);
  };
  const isTooSlow = ({ bytes, startedMs }: Body) => {
    const elapsedMs = clock.now() - startedMs;
    if (elapsedMs >= limits.arrivalMaxMs) return true;
    return elapsedMs >= limits.graceMs && bytes * 1_000 < limits.bytesPerS * elapsedMs;
  };

  /** So that one address, with however many accounts, only shuts out itself. */
  const oldestOfMost = (): Body | undefined => {
    const bytesOf = new Map<string, number>();
    for (const { address, bytes } of arriving) bytesOf.set(address, (bytesOf.get(address) ?? 0) + bytes);
    const most = Math.max(...bytesOf.values());
    return [...arriving].find(({ address }) => bytesOf.get(address) === most);
  };

  return {
    start(key, { address, cut }) {
      const count = countOf.get(key) ?? 0;
      if (count >= limits.perKey) return null;
      countOf.set(key, count + 1);
      const body: Body = { bytes: 0, startedMs: clock.now(), address, cut };
      arriving.add(body);
      const stopChecking = clock.every(CHECK_EVERY_MS, () => {
        if (arriving.has(body) && isTooSlow(body)) cutOff(body, 'too_slow');
      });
      return {
        received(bytes) {
          body.bytes += bytes;
          totalBytes += bytes;
          if (totalBytes <= limits.bytesMax) return;
          const oldest = oldestOfMost();
          if (oldest) cutOff(oldest, 'memory_is_short');
        },
        arrived() {
          stopChecking();
          arriving.delete(body);
        },
        end() {
          stopChecking();
          arriving.delete(body);
          totalBytes -= body.bytes;
          const left = (countOf.get(key) ?? 1) - 1;
          if (left > 0) countOf.set(key, left);
          else countOf.delete(key);
        },
      };
    },
  };
}
