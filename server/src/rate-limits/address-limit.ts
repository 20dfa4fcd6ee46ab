import { addressKey, networkKey } from './address-key.ts';
import type { Clock } from '#server/clock.ts';
import { createRateLimit } from './memory-limit.ts';
import { LOOSER_FACTOR } from './policies.ts';

/** Limits IPv6 /48s too. Per process. Returns 0 once charged, or ms to wait. */
export function createAddressLimit(
  { max, windowMs }: { max: number; windowMs: number },
  clock: Clock,
): (ip: string, cost: number) => number {
  const ofAddress = createRateLimit({ max, windowMs }, clock);
  const ofNetwork = createRateLimit({ max: LOOSER_FACTOR * max, windowMs }, clock);
  return (ip, cost) => {
    const network = networkKey(ip);
    const waitMs = network === null ? 0 : ofNetwork.take(network, cost);
    if (waitMs > 0) return waitMs;
    const ownWaitMs = ofAddress.take(addressKey(ip), cost);
    if (ownWaitMs > 0 && network !== null) ofNetwork.refund(network, cost);
    return ownWaitMs;
  };
}
