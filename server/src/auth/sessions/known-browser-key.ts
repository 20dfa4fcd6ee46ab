import { isKnownBrowser } from './known-browsers.ts';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { findUserBy, type AuthUserRow, type Identifier } from '#server/auth/accounts/user-repo.ts';

/** The key by which limits count a known browser: the hash of its cookie. */
export async function knownBrowserKey(
  parts: Pick<AuthParts, 'db' | 'clock'>,
  client: Pick<Client, 'browserToken'>,
  account: Identifier | Pick<AuthUserRow, 'id'>,
): Promise<string | null> {
  const { browserToken } = client;
  if (browserToken === undefined) return null;
  const user = 'id' in account ? account : await findUserBy(parts.db, account);
  const isKnown = user !== undefined && (await isKnownBrowser(parts, client, user.id));
  return isKnown ? hashToken(browserToken) : null;
}

/** Strangers who use up the account's limit leave its known browsers their own. */
export const ownAttempt = (
  parts: Pick<AuthParts, 'db' | 'clock'>,
  client: Pick<Client, 'browserToken' | 'requestId'>,
  user: Pick<AuthUserRow, 'id'>,
) => ({ requestId: client.requestId, own: () => knownBrowserKey(parts, client, user) });
