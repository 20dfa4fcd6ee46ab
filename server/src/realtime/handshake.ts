import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { REALTIME_PATH, REALTIME_VERSION, TOKEN_SUBPROTOCOL_PREFIX } from '@hereabouts/contract/realtime';

const SOCKET_PATH = `${REALTIME_PATH}/websocket`;
const PHOENIX_VERSION = /^2\./;

/** The HTTP status an upgrade is refused with before anything else is looked at, or null. */
export function upgradeProblem(request: IncomingMessage, publicUrl: string | null): 403 | 404 | null {
  const { pathname } = addressOf(request);
  if (pathname !== SOCKET_PATH) return 404;
  return isAllowedOrigin(request.headers.origin, request.headers.host, publicUrl) ? null : 403;
}

/**
 * Pages of this origin and of `publicUrl` may connect, and clients that are no page (they send no Origin). The host is
 * compared, not the scheme: behind a proxy that ends TLS the server cannot know it.
 */
export function isAllowedOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | null,
): boolean {
  if (origin === undefined) return true;
  if (publicUrl !== null && origin === publicUrl) return true;
  const parsed = URL.parse(origin);
  return parsed !== null && parsed.host !== '' && parsed.host === host?.toLowerCase();
}

/** The access token among the offered subprotocols, as the phoenix client's `authToken` sends it, or null. */
export function readToken(protocols: string | undefined): string | null {
  const offered = protocols?.split(',').map((protocol) => protocol.trim()) ?? [];
  const encoded = offered.find((protocol) => protocol.startsWith(TOKEN_SUBPROTOCOL_PREFIX));
  if (encoded === undefined) return null;
  return Buffer.from(encoded.slice(TOKEN_SUBPROTOCOL_PREFIX.length), 'base64url').toString() || null;
}

/** Whether this server understands the client: Phoenix serializer 2, and the messages of the contract's version. */
export function speaksOurVersion(request: IncomingMessage): boolean {
  const { searchParams } = addressOf(request);
  const version = searchParams.get('version');
  return (
    PHOENIX_VERSION.test(searchParams.get('vsn') ?? '') &&
    (version === null || version === String(REALTIME_VERSION))
  );
}

/** Answers an upgrade with plain HTTP and hangs up. */
export function refuseUpgrade(socket: Duplex, status: 403 | 404 | 503): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

const addressOf = (request: IncomingMessage): URL =>
  URL.parse(request.url ?? '/', 'http://socket') ?? new URL('http://socket/invalid');
