import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AUTH_PATH } from '@hereabouts/contract/auth';
import type { Config } from '#server/config.ts';

/** The longest that browsers keep a cookie (RFC 6265bis). */
const MAX_AGE_S = 400 * 24 * 60 * 60;
const SESSION = 'hereabouts-session-';
const BROWSER = 'hereabouts-browser';
/** Browsers take a cookie with this prefix only over https, so that no other page on the host's http can plant one. */
const SECURE_PREFIX = '__Secure-';
/** Sign-ins of this browser whose cookies are kept: a second tab may be signing in at the same time. */
const KEPT_MAX = 3;
const TOKEN = /^[\w-]{43}$/;

type PublicUrl = Config['publicUrl'];

const isSecure = (request: FastifyRequest, publicUrl: PublicUrl): boolean =>
  request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);

const prefixOf = (request: FastifyRequest, publicUrl: PublicUrl) =>
  isSecure(request, publicUrl) ? SECURE_PREFIX : '';

/** One cookie a session, so that signing in again never takes the cookie of a session that another tab just got. */
const sessionName = (sessionId: string) => SESSION + sessionId.slice(0, 8);

/** Browsers say where a request comes from, and scripts cannot make them stop. */
export const isBrowser = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] !== undefined;

/** A name without the prefix is that of a session from before the host had https: its value is checked all the same. */
export const readSessionCookie = (request: FastifyRequest, sessionId: string): string | undefined =>
  request.cookies[SECURE_PREFIX + sessionName(sessionId)] ?? request.cookies[sessionName(sessionId)];

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessionId, secret, publicUrl }: { sessionId: string; secret: string; publicUrl: PublicUrl },
): void {
  const earlier = Object.keys(request.cookies).filter((name) =>
    name.replace(SECURE_PREFIX, '').startsWith(SESSION),
  );
  // Browsers send the oldest first.
  for (const name of earlier.slice(0, Math.max(0, earlier.length - KEPT_MAX))) clear(reply, name);
  set(request, reply, { name: sessionName(sessionId), value: secret, publicUrl });
}

export function clearSessionCookie(reply: FastifyReply, sessionId: string): void {
  for (const prefix of ['', SECURE_PREFIX]) clear(reply, prefix + sessionName(sessionId));
}

/** What this browser shows to be recognised at the next sign-in; undefined for a new one. */
export function readBrowserCookie(request: FastifyRequest, publicUrl: PublicUrl): string | undefined {
  const token = request.cookies[prefixOf(request, publicUrl) + BROWSER];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

export const setBrowserCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  { token, publicUrl }: { token: string; publicUrl: PublicUrl },
): void => set(request, reply, { name: BROWSER, value: token, publicUrl });

function set(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, publicUrl }: { name: string; value: string; publicUrl: PublicUrl },
): void {
  reply.setCookie(prefixOf(request, publicUrl) + name, value, {
    path: AUTH_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request, publicUrl),
    maxAge: MAX_AGE_S,
  });
}

function clear(reply: FastifyReply, name: string): void {
  const secure = name.startsWith(SECURE_PREFIX);
  reply.clearCookie(name, { path: AUTH_PATH, httpOnly: true, sameSite: 'strict', secure });
}
