import { isIP } from 'node:net';

/** An IPv4 address, or the /64 of an IPv6 address, which one customer has alone. */
export function addressKey(ip: string): string {
  const groups = ipv6Groups(ip);
  return typeof groups === 'string' ? groups : `${groups.slice(0, 4).join(':')}::/64`;
}

/** The /48 of an IPv6 address, the largest customer prefix; null for IPv4. */
export function networkKey(ip: string): string | null {
  const groups = ipv6Groups(ip);
  return typeof groups === 'string' ? null : `${groups.slice(0, 3).join(':')}::/48`;
}

function ipv6Groups(ip: string): string | string[] {
  const address = ip.split('%', 1)[0] ?? ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}
