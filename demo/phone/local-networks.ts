import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Addresses that mean something only on one's own network: private, shared, link-local, loopback. */
export const LOCAL_NETWORKS = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
] as const;

/** Interfaces of containers and virtual machines, which no phone can reach. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|utun|tun|tap)/;

const LOCAL = new BlockList();
for (const network of LOCAL_NETWORKS) {
  const [address = '', prefix] = network.split('/');
  LOCAL.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
}

export const isLocalAddress = (address: string): boolean =>
  LOCAL.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** This computer's IPv4 addresses that a phone may reach, the likeliest first: local before public, real before virtual. */
export function lanAddresses(
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string[] {
  const rank = ({ name, address }: { name: string; address: string }) =>
    (VIRTUAL.test(name) ? 4 : 0) +
    (address.startsWith('169.254.') ? 2 : 0) +
    (isLocalAddress(address) ? 0 : 1);
  return Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((entry) => ({ name, ...entry })))
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ address }) => address);
}
