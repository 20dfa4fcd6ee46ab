import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { AUTH_PATH } from '@hereabouts/contract/auth';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { REALTIME_PATH } from '@hereabouts/contract/realtime';
import { COOKIE_KEPT_MS } from '#server/auth/sessions/known-browsers.ts';
import type { SessionCookie } from '#server/auth/sessions/newer-token.ts';
import { holdsCookie } from '#server/auth/sessions/own-browser.ts';
import type { Config } from '#server/config.ts';

const SESSION = 'hereabouts-session-';
const BROWSER = 'hereabouts-browser';
const SESSION_PATHS = [AUTH_PATH, '/api', REALTIME_PATH];
/** Browsers accept it over https only: no http page of the host can set one. */
const SECURE_PREFIX = '__Secure-';
/** Cookies of earlier sign-ins stay: a second tab may be signing in. */
const KEPT_MAX = 3;
const SESSION_NAME = /^(?:__Secure-)?hereabouts-session-([0-9a-f]{8})$/;
const TOKEN = /^[\w-]{43}$/;

type PublicUrl = Config['publicUrl'];

const isSecure = (request: FastifyRequest, publicUrl: PublicUrl): boolean =>
  request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);

const prefixOf = (request: FastifyRequest, publicUrl: PublicUrl) =>
  isSecure(request, publicUrl) ? SECURE_PREFIX : '';

/** Per session: signing in again does not remove another tab's cookie. */
const sessionName = (sessionId: string) => SESSION + sessionId.slice(0, 8);

/** Scripts cannot remove these headers. */
export const isBrowser = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] !== undefined;

/** Also cookies without the prefix, from before the host had https. */
export const readSessionCookie = (
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  sessionId: string,
): string | undefined => cookies[SECURE_PREFIX + sessionName(sessionId)] ?? cookies[sessionName(sessionId)];

/** True for sessions without a cookie. */
export const hasSessionCookie = (
  { sessionId, cookieHash }: { sessionId: string; cookieHash: string | null },
  headers: IncomingHttpHeaders,
): boolean => holdsCookie(cookieHash, sessionCookiesIn(headers, sessionId));

/** Several: another host of the domain can set one of the name, which is sent first. */
function sessionCookiesIn(headers: IncomingHttpHeaders, sessionId: string): string[] {
  const names = new Set([SECURE_PREFIX + sessionName(sessionId), sessionName(sessionId)]);
  return cookiesIn(headers).flatMap(([name, value]) => (names.has(name) ? [value] : []));
}

const cookiesIn = ({ cookie = '' }: IncomingHttpHeaders) =>
  cookie.split(';').map((pair) => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    return [name, value] as const;
  });

/** At most as many as a browser keeps, and that of a session which has just begun: anybody can send thousands. */
export const sessionSecretsIn = (headers: IncomingHttpHeaders): string[] =>
  cookiesIn(headers)
    .flatMap(([name, value]) => (SESSION_NAME.test(name) && TOKEN.test(value) ? [value] : []))
    .slice(0, KEPT_MAX + 1);

export const readSessionCookies = (request: FastifyRequest): SessionCookie[] =>
  Object.entries(request.cookies).flatMap(([name, secret]) => {
    const [, idStart] = SESSION_NAME.exec(name) ?? [];
    return idStart === undefined || secret === undefined ? [] : [{ idStart, secret }];
  });

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessionId, secret, publicUrl }: { sessionId: string; secret: string; publicUrl: PublicUrl },
): void {
  const earlier = Object.keys(request.cookies).filter((name) =>
    name.replace(SECURE_PREFIX, '').startsWith(SESSION),
  );
  for (const name of earlier.slice(0, Math.max(0, earlier.length - KEPT_MAX))) clear(reply, name);
  for (const path of SESSION_PATHS) {
    set(request, reply, { name: sessionName(sessionId), value: secret, publicUrl, path });
  }
}

export function clearSessionCookie(reply: FastifyReply, sessionId: string): void {
  for (const prefix of ['', SECURE_PREFIX]) clear(reply, prefix + sessionName(sessionId));
}

export function readBrowserCookie(request: FastifyRequest, publicUrl: PublicUrl): string | undefined {
  const token = request.cookies[prefixOf(request, publicUrl) + BROWSER];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

export const setBrowserCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  { token, publicUrl }: { token: string; publicUrl: PublicUrl },
): void => set(request, reply, { name: BROWSER, value: token, publicUrl, path: AUTH_PATH });

function set(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, publicUrl, path }: { name: string; value: string; publicUrl: PublicUrl; path: string },
): void {
  reply.setCookie(prefixOf(request, publicUrl) + name, value, {
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request, publicUrl),
    maxAge: COOKIE_KEPT_MS / SECOND_MS,
  });
}

function clear(reply: FastifyReply, name: string): void {
  const secure = name.startsWith(SECURE_PREFIX);
  for (const path of SESSION_PATHS) {
    reply.clearCookie(name, { path, httpOnly: true, sameSite: 'strict', secure });
  }
}
