import type { IncomingMessage } from 'node:http';

/** The network address of whoever asks, behind so many proxies of the operator, as Fastify's `request.ip` is: for requests
 * that Fastify does not see, such as those for a socket. */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = headers['x-forwarded-for'];
  const listed = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? '')).split(',');
  const nearestFirst = [
    socket.remoteAddress ?? '',
    ...listed
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .toReversed(),
  ];
  return nearestFirst[Math.min(trustedProxies, nearestFirst.length - 1)] ?? '';
}
