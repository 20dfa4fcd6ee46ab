import { hashToken, sameHash } from '#server/auth/tokens/opaque-tokens.ts';
import type { SessionRow } from './session-repo.ts';

/** Whether a request comes from the session's own browser. True of a session without a cookie, of a client that is no browser. */
export const holdsCookie = (
  { cookie_hash }: Pick<SessionRow, 'cookie_hash'>,
  cookie: string | undefined,
): boolean => cookie_hash === null || (cookie !== undefined && sameHash(hashToken(cookie), cookie_hash));
