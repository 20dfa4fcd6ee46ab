import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { REALTIME_PATH, REALTIME_VERSION, TOKEN_SUBPROTOCOL_PREFIX } from '@hereabouts/contract/realtime';

const SOCKET_PATH = `${REALTIME_PATH}/websocket`;
const PHOENIX_VERSION = /^2\./;

/** The HTTP status of a refusal before authentication, or null. */
export function upgradeProblem(request: IncomingMessage, publicUrl: string | null): 403 | 404 | null {
  const { pathname } = addressOf(request);
  if (pathname !== SOCKET_PATH) return 404;
  return isAllowedOrigin(request.headers.origin, request.headers.host, publicUrl) ? null : 403;
}

/** Clients without an Origin are allowed. Compares hosts only: behind a TLS proxy the server does not know the scheme. */
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

/** The phoenix client's `authToken` puts it into the subprotocols. */
export function readToken(protocols: string | undefined): string | null {
  const offered = protocols?.split(',').map((protocol) => protocol.trim()) ?? [];
  const encoded = offered.find((protocol) => protocol.startsWith(TOKEN_SUBPROTOCOL_PREFIX));
  if (encoded === undefined) return null;
  return Buffer.from(encoded.slice(TOKEN_SUBPROTOCOL_PREFIX.length), 'base64url').toString() || null;
}

export function speaksOurVersion(request: IncomingMessage): boolean {
  const { searchParams } = addressOf(request);
  const version = searchParams.get('version');
  return (
    PHOENIX_VERSION.test(searchParams.get('vsn') ?? '') &&
    (version === null || version === String(REALTIME_VERSION))
  );
}

export function refuseUpgrade(socket: Duplex, status: 403 | 404 | 503): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

const addressOf = (request: IncomingMessage): URL =>
  URL.parse(request.url ?? '/', 'http://socket') ?? new URL('http://socket/invalid');
