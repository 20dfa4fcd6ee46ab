import { AUTH_PATH } from '@hereabouts/contract/auth';
import { writeItem } from '#web/lib/storage/safe-storage.ts';
import { now } from '#web/lib/time/clock.ts';
import { readReplacedGuestText, REPLACED_GUEST_KEY } from './replaced-guest-storage.ts';
import { readStoredGuest } from './replaced-guest.ts';
import { isFinalRefusal, VERSION_HEADER } from './service-response.ts';
import { EXPIRY_MARGIN_MS } from './session.ts';

/** An access token of the guest, good for another 90 s and not the one that the server has refused; null if the guest's session
 * has ended. @throws when the service cannot be reached */
export async function replacedGuestToken(rejected?: string): Promise<string | null> {
  const guest = readStoredGuest();
  if (guest === null) return null;
  const isFresh = guest.expiresAtMs - now() > EXPIRY_MARGIN_MS;
  if (isFresh && guest.accessToken !== rejected) return guest.accessToken;
  const response = await fetch(`${AUTH_PATH}/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...VERSION_HEADER },
    body: JSON.stringify({ refresh_token: guest.refreshToken }),
  });
  const body = (await response.json()) as Renewed | { access_token?: undefined; code?: unknown };
  if (body.access_token !== undefined) {
    storeRenewed(guest.text, body);
    return body.access_token;
  }
  if (!isFinalRefusal(response.status, body)) throw new Error(`The service answered ${response.status}`);
  return null;
}

type Renewed = { access_token: string; expires_in: number };

/** Replaces `before`, whose refresh token is useless once the next one has been used. */
function storeRenewed(before: string, renewed: Renewed): void {
  // Forgotten meanwhile, or renewed by another tab.
  if (readReplacedGuestText() !== before) return;
  const expires_at = Math.floor(now() / 1_000) + renewed.expires_in;
  writeItem(REPLACED_GUEST_KEY, JSON.stringify({ ...JSON.parse(before), ...renewed, expires_at }));
}
