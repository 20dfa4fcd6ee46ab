import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { addTo } from '#server/lib/add-to.ts';
import { createRecentAmounts } from '#server/rate-limits/recent-amounts.ts';

export type IncomingLimits = {
  perKey: number;
  /** Beyond it a body of the address that holds most is cut off. */
  bytesMax: number;
  bytesOfAddressMax: number;
  /** Minimum average, bytes/s. */
  bytesPerS: number;
  graceMs: number;
  arrivalMaxMs: number;
};

/** `started`: it waits no longer; `end`: released. */
export type Incoming = { received(bytes: number): void; arrived(): void; started(): void; end(): void };

/** Keeps slow bodies from blocking others: they hold no place in a queue and have a minimum speed. Where memory is short, the
 * latest of whoever has used most of it lately gives way, arriving or waiting. */
export type IncomingBodies = {
  /** Null over the limit of the key. `cut` closes the connection and forgets what has arrived. */
  start(key: string, from: Sender): Incoming | null;
};

export type CutReason = 'too_slow' | 'memory_is_short';
export type Sender = { address: string; cut: (reason: CutReason) => void };

const CHECK_EVERY_MS = 1_000;
/** What somebody has used counts for one to two such periods. */
const LATELY_MS = 3 * MINUTE_MS;
/** A body counts as held for at least so long, so that new bytes count at once. */
const HELD_AT_LEAST_MS = SECOND_MS;

/** `byteMs`: bytes × ms used until `countedMs`. */
type Body = Sender & {
  key: string;
  bytes: number;
  byteMs: number;
  countedMs: number;
  startedMs: number;
  isCut: boolean;
};

export function createIncomingBodies(limits: IncomingLimits, clock: Clock): IncomingBodies {
  const arriving = new Set<Body>();
  /** Also while arriving; in order of their start. */
  const waiting = new Set<Body>();
  /** Bytes × ms of released bodies. */
  const usedLately = createRecentAmounts(LATELY_MS, clock);
  const countOf = new Map<string, number>();
  const bytesOf = new Map<string, number>();
  let totalBytes = 0;

  const byteMsOf = ({ bytes, byteMs, countedMs }: Body) => byteMs + bytes * (clock.now() - countedMs);
  const useOf = (body: Body) => byteMsOf(body) + body.bytes * HELD_AT_LEAST_MS;
  const addBytes = (body: Body, bytes: number) => {
    body.byteMs = byteMsOf(body);
    body.countedMs = clock.now();
    body.bytes += bytes;
    totalBytes += bytes;
    addTo(bytesOf, body.address, bytes);
  };
  const release = (body: Body) => {
    const { key, address, bytes } = body;
    usedLately.add(key, useOf(body));
    totalBytes -= bytes;
    addTo(bytesOf, address, -bytes);
  };
  /** Its memory counts as free at once: bytes that arrive until the connection is closed must not cut off others. */
  const cutOff = (body: Body, reason: CutReason) => {
    arriving.delete(body);
    waiting.delete(body);
    body.isCut = true;
    release(body);
    body.cut(reason);
  };
  const isTooSlow = ({ bytes, startedMs }: Body) => {
    const elapsedMs = clock.now() - startedMs;
    if (elapsedMs >= limits.arrivalMaxMs) return true;
    return elapsedMs >= limits.graceMs && bytes * 1_000 < limits.bytesPerS * elapsedMs;
  };

  /** The latest body of the person who has used most. Callers pass those of one address: no address displaces another's bodies. */
  const latestOfMost = (among: readonly Body[]): Body | undefined => {
    const used = new Map<string, number>();
    for (const body of among)
      used.set(body.key, (used.get(body.key) ?? usedLately.of(body.key)) + useOf(body));
    const most = Math.max(...used.values());
    return among.findLast(({ key }) => used.get(key) === most);
  };
  const ofAddress = (from: string): Body[] => [...waiting].filter(({ address }) => address === from);
  const ofFullestAddress = (): Body[] => {
    const bytes = ({ address }: Body) => bytesOf.get(address) ?? 0;
    const most = Math.max(...[...waiting].map(bytes));
    return [...waiting].filter((body) => bytes(body) === most);
  };

  return {
    start(key, { address, cut }) {
      const count = countOf.get(key) ?? 0;
      if (count >= limits.perKey) return null;
      countOf.set(key, count + 1);
      const startedMs = clock.now();
      const body: Body = {
        key,
        bytes: 0,
        byteMs: 0,
        countedMs: startedMs,
        startedMs,
        address,
        cut,
        isCut: false,
      };
      arriving.add(body);
      waiting.add(body);
      const stopChecking = clock.every(CHECK_EVERY_MS, () => {
        if (arriving.has(body) && isTooSlow(body)) cutOff(body, 'too_slow');
      });
      return {
        received(bytes) {
          if (body.isCut) return;
          addBytes(body, bytes);
          const isOverShare = (bytesOf.get(address) ?? 0) > limits.bytesOfAddressMax;
          if (!isOverShare && totalBytes <= limits.bytesMax) return;
          const latest = latestOfMost(isOverShare ? ofAddress(address) : ofFullestAddress());
          if (latest) cutOff(latest, 'memory_is_short');
        },
        arrived() {
          stopChecking();
          arriving.delete(body);
        },
        started() {
          waiting.delete(body);
        },
        end() {
          stopChecking();
          arriving.delete(body);
          waiting.delete(body);
          if (!body.isCut) release(body);
          addTo(countOf, key, -1);
        },
      };
    },
  };
}
