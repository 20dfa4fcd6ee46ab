import { isKnownBrowser } from './known-browsers.ts';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { findUserBy, type AuthUserRow, type Identifier } from '#server/auth/accounts/user-repo.ts';

/** Null for a browser that is new to this account. */
export async function knownDevice(
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

/** For attempts at the signed-in account. */
export const ownAttempt = (
  parts: Pick<AuthParts, 'db' | 'clock'>,
  client: Pick<Client, 'browserToken' | 'requestId'>,
  user: Pick<AuthUserRow, 'id'>,
) => ({ requestId: client.requestId, own: () => knownDevice(parts, client, user) });
