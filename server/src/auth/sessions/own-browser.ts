import { hashToken, sameHash } from '#server/auth/tokens/opaque-tokens.ts';

/** True for sessions without a cookie, whose clients are no browsers. */
export const holdsCookie = (cookieHash: string | null, cookies: readonly string[]): boolean =>
  cookieHash === null || cookies.some((cookie) => sameHash(hashToken(cookie), cookieHash));
