import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

type LinkRequest = Pick<FastifyRequest, 'host' | 'protocol'> & {
  socket: { localAddress?: string | undefined; localPort?: number | undefined };
};

/** User info, paths and fragments would change the origin. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i;

/** The client chooses `Host`, and could send another person's reset link elsewhere: without PUBLIC_URL it must be a loopback name
 * or the address of the connection. */
export function linkOrigin(request: LinkRequest, publicUrl: Config['publicUrl']): string {
  if (publicUrl !== null) return publicUrl;
  const { localAddress, localPort } = request.socket;
  const own = localAddress?.replace(/^::ffff:/i, '').toLowerCase();
  // Checked and used in parsed form: two parsers could read one Host differently.
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

/** `wanted` if on the same origin; path and query only. */
export function redirectPath(wanted: string | undefined, origin: string, fallback: string): string {
  const url = wanted === undefined || wanted === '' ? null : URL.parse(wanted, `${origin}/`);
  // A blob: URL has the origin of its inner URL.
  if (url === null || url.origin !== origin || !/^https?:$/.test(url.protocol)) return fallback;
  // Two leading slashes would name another host.
  return url.pathname.replace(/^\/+/, '/') + url.search;
}
