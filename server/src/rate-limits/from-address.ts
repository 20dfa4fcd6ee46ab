import { addressKey, networkKey } from './address-key.ts';
import type { Policy } from './policies.ts';
import type { Charge } from './shared-limits.ts';

export function fromAddress(
  { address, network }: { address: Policy; network: Policy },
  ip: string,
): Charge[] {
  const wider = networkKey(ip);
  return [
    { policy: address, subject: addressKey(ip) },
    ...(wider === null ? [] : [{ policy: network, subject: wider }]),
  ];
}
