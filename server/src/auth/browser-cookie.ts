import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_PATH } from '@hereabouts/contract/auth';
import type { Config } from '#server/config.ts';

/** The longest that browsers keep a cookie (RFC 6265bis). */
const MAX_AGE_S = 400 * 24 * 60 * 60;
const PREFIX = 'hereabouts-session-';
/** Sign-ins of this browser whose cookies are kept: a second tab may be signing in at the same time. */
const KEPT_MAX = 3;

/** One cookie a session, so that signing in again never takes the cookie of a session that another tab just got. */
const cookieName = (sessionId: string) => PREFIX + sessionId.slice(0, 8);

/** Browsers say where a request comes from, and scripts cannot make them stop. */
export const isBrowser = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] !== undefined;

export const readSessionCookie = (request: FastifyRequest, sessionId: string): string | undefined =>
  request.cookies[cookieName(sessionId)];

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessionId, secret, publicUrl }: { sessionId: string; secret: string; publicUrl: Config['publicUrl'] },
): void {
  const earlier = Object.keys(request.cookies).filter((name) => name.startsWith(PREFIX));
  // Browsers send the oldest first.
  for (const name of earlier.slice(0, Math.max(0, earlier.length - KEPT_MAX))) clear(reply, name);
  reply.setCookie(cookieName(sessionId), secret, {
    path: AUTH_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false),
    maxAge: MAX_AGE_S,
  });
}

export const clearSessionCookie = (reply: FastifyReply, sessionId: string): void =>
  clear(reply, cookieName(sessionId));

function clear(reply: FastifyReply, name: string): void {
  reply.clearCookie(name, { path: AUTH_PATH, httpOnly: true, sameSite: 'strict' });
}
