import type { IncomingHttpHeaders } from 'node:http';
import { sessionCookiesIn } from '#server/auth/http/browser-cookie.ts';
import { hashToken, sameHash } from '#server/auth/tokens/opaque-tokens.ts';
import type { SessionRow } from './session-repo.ts';

/** Whether a request comes from the session's own browser. True of a session without a cookie, of a client that is no browser. */
export const holdsCookie = (
  { cookie_hash }: Pick<SessionRow, 'cookie_hash'>,
  cookie: string | undefined,
): boolean => cookie_hash === null || (cookie !== undefined && sameHash(hashToken(cookie), cookie_hash));

/** The same of the request that brings an access token. */
export const isAtItsBrowser = (
  { sessionId, cookieHash }: { sessionId: string; cookieHash: string | null },
  headers: IncomingHttpHeaders,
): boolean =>
  cookieHash === null ||
  sessionCookiesIn(headers, sessionId).some((cookie) => holdsCookie({ cookie_hash: cookieHash }, cookie));
