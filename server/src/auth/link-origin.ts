import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

type LinkRequest = Pick<FastifyRequest, 'host' | 'hostname' | 'protocol'> & {
  socket: { localAddress?: string | undefined; localPort?: number | undefined };
};

/**
 * The origin that links in mails start with. `Host` is what the client says it is: whoever asks for a reset of somebody
 * else's password could point the link, and the token in it, at a machine of their own. So without PUBLIC_URL it is
 * believed only where it names this very machine: a loopback name, or the address the connection arrived at.
 */
export function linkOrigin(request: LinkRequest, publicUrl: Config['publicUrl']): string {
  if (publicUrl !== null) return publicUrl;
  const { localAddress, localPort } = request.socket;
  const own = localAddress?.replace(/^::ffff:/i, '');
  const hostname = request.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isOwn = isLoopback(hostname) || (own !== undefined && hostname === own.toLowerCase());
  const origin = isOwn ? URL.parse(`${request.protocol}://${request.host}`)?.origin : undefined;
  return origin ?? `http://localhost:${localPort ?? 3000}`;
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '::1' ||
  /^127(\.\d{1,3}){3}$/.test(hostname);

/**
 * Where a link may lead: `wanted` when it is on the same origin, else `fallback`. Path and query only; what comes after
 * a `#` is the service's to set.
 */
export function redirectPath(wanted: string | undefined, origin: string, fallback: string): string {
  const url = wanted === undefined || wanted === '' ? null : URL.parse(wanted, `${origin}/`);
  if (url === null || url.origin !== origin) return fallback;
  // Two slashes at the start would name another host.
  return url.pathname.replace(/^\/+/, '/') + url.search;
}
