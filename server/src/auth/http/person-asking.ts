import type { IncomingHttpHeaders } from 'node:http';
import type { AccessTokens } from '#server/auth/tokens/access-tokens.ts';
import { sessionSecretsIn } from './browser-cookie.ts';

const BEARER = 'Bearer ';

/** Who asks, as far as memory tells. Whoever renews a session is known by its cookie: the access token may be too old. */
export function personAsking(
  { personOf, personOfCookie }: Pick<AccessTokens, 'personOf' | 'personOfCookie'>,
  headers: IncomingHttpHeaders,
): string | null {
  const { authorization = '' } = headers;
  const known = authorization.startsWith(BEARER) ? personOf(authorization.slice(BEARER.length)) : null;
  if (known !== null) return known;
  for (const secret of sessionSecretsIn(headers)) {
    const person = personOfCookie(secret);
    if (person !== null) return person;
  }
  return null;
}
