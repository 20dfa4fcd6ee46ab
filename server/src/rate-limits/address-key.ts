import { isIP } from 'node:net';

/** An IPv4 address, or an IPv6 /64, which one customer has alone. */
export function addressKey(ip: string): string {
  const groups = ipv6Groups(ip);
  return typeof groups === 'string' ? groups : `${groups.slice(0, 4).join(':')}::/64`;
}

/** The /48, the largest customer prefix; null for IPv4. */
export function networkKey(ip: string): string | null {
  const groups = ipv6Groups(ip);
  return typeof groups === 'string' ? null : `${groups.slice(0, 3).join(':')}::/48`;
}

/** An IPv4 address, or an IPv6 /48: one customer has thousands of /64s. */
export const turnKey = (ip: string): string => networkKey(ip) ?? addressKey(ip);

/** A proxy's header may have a port, brackets or a zone. */
const PLAIN = /^\[?([^\]%]*?)(?:%[^\]]*)?\]?(?::\d+)?$/;
/** An IPv4 address, as a socket of both versions writes it, or a NAT64 gateway (RFC 6052). */
const MAPPED = /^(?:0:0:0:0:0:ffff|64:ff9b:0:0:0:0):([0-9a-f]+):([0-9a-f]+)$/;

/** `unknown` for anything else: one key for all of it. */
function ipv6Groups(given: string): string | string[] {
  const ip = isIP(given) === 6 ? given : (PLAIN.exec(given)?.[1] ?? '');
  const version = isIP(ip);
  if (version === 4) return ip;
  if (version === 0) return 'unknown';
  const groups = expand(ip.split('%', 1)[0] ?? ip);
  const [, high, low] = MAPPED.exec(groups.join(':')) ?? [];
  return high === undefined || low === undefined ? groups : ipv4Of(high, low);
}

function expand(address: string): string[] {
  // A URL writes each address in one way, the end of a mapped one in groups too.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

const ipv4Of = (high: string, low: string): string => {
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [left >> 8, left & 255, right >> 8, right & 255].join('.');
};
