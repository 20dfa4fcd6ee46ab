import { hashToken, sameHash } from '#server/auth/tokens/opaque-tokens.ts';

/** True if one of the cookies is the session's, and for sessions without one (clients that are no browser). */
export const holdsCookie = (cookieHash: string | null, cookies: readonly string[]): boolean =>
  cookieHash === null || cookies.some((cookie) => sameHash(hashToken(cookie), cookieHash));
