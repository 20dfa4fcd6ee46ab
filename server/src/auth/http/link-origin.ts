import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

type LinkRequest = Pick<FastifyRequest, 'host' | 'protocol'> & {
  socket: { localAddress?: string | undefined; localPort?: number | undefined };
};

/** A name or address and an optional port, nothing else: user info, paths and fragments would change the origin. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i;

/**
 * The origin that links in mails start with. The client chooses `Host`, so anyone asking for a reset of another person's
 * password could send the link, and the token in it, to a server of their own. Without PUBLIC_URL it is trusted only
 * where it names this very machine: a loopback name, or the address the connection arrived at.
 */
export function linkOrigin(request: LinkRequest, publicUrl: Config['publicUrl']): string {
  if (publicUrl !== null) return publicUrl;
  const { localAddress, localPort } = request.socket;
  const own = localAddress?.replace(/^::ffff:/i, '').toLowerCase();
  // Judged and used in the same parsed form: two parsers could read one Host in two ways.
  const url = HOST.test(request.host) ? URL.parse(`${request.protocol}://${request.host}`) : null;
  const hostname = url?.hostname.replace(/^\[|\]$/g, '');
  const isOwn = hostname !== undefined && (isLoopback(hostname) || hostname === own);
  return isOwn && url !== null ? url.origin : `http://localhost:${localPort ?? 3000}`;
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
  // A blob: address has the origin of its inner one.
  if (url === null || url.origin !== origin || !/^https?:$/.test(url.protocol)) return fallback;
  // Two slashes at the start would name another host.
  return url.pathname.replace(/^\/+/, '/') + url.search;
}
