import type { IncomingMessage } from 'node:http';

/** As Fastify's `request.ip`, for upgrade requests, which it does not see. */
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
