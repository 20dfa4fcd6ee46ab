import { AUTH_PATH, SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { writeItem } from '#web/lib/storage/safe-storage.ts';
import { now } from '#web/lib/time/clock.ts';
import { forgetReplacedGuest, readReplacedGuestText, REPLACED_GUEST_KEY } from './replaced-guest-storage.ts';
import { sendPendingSignOuts, queueSignOut } from './pending-sign-outs.ts';
import { isFinalRefusal, VERSION_HEADER } from './service-response.ts';
import { EXPIRY_MARGIN_MS } from './session.ts';
import { parseStoredSession } from './stored-session.ts';

function readStored() {
  try {
    const text = readReplacedGuestText();
    const session = parseStoredSession(text);
    if (text === null || session === null) return null;
    const { refresh_token, left_for } = JSON.parse(text) as { refresh_token: string; left_for?: string };
    return { ...session, text, refreshToken: refresh_token, replacedBy: left_for ?? null };
  } catch {
    return null;
  }
}

export type ReplacedGuest = {
  userId: string;
  name: string;
  /** Who has signed in to an account where they had been the guest; null where it is not known yet. */
  replacedBy: string | null;
};

export function readReplacedGuest(): ReplacedGuest | null {
  const guest = readStored();
  return guest && { userId: guest.userId, name: guest.userName, replacedBy: guest.replacedBy };
}

/** An access token of the guest, good for another 90 s and not the one that the server has refused; null if the guest's session
 * has ended. @throws when the service cannot be reached */
export async function replacedGuestToken(rejected?: string): Promise<string | null> {
  const guest = readStored();
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

/** In place of `before`, whose token can renew nothing once the next one is in use. */
function storeRenewed(before: string, renewed: Renewed): void {
  // Forgotten meanwhile, or renewed by another tab.
  if (readReplacedGuestText() !== before) return;
  const expires_at = Math.floor(now() / 1_000) + renewed.expires_in;
  writeItem(REPLACED_GUEST_KEY, JSON.stringify({ ...JSON.parse(before), ...renewed, expires_at }));
}

/** Stores the guest's session in place of that of `userId`, to whom it was left. False where there is none. */
export function putGuestBack(userId: string): boolean {
  const guest = readStored();
  if (guest?.replacedBy !== userId) return false;
  const { left_for, ...session } = JSON.parse(guest.text) as { left_for: string };
  if (!writeItem(SESSION_STORAGE_KEY, JSON.stringify(session))) return false;
  forgetReplacedGuest();
  return true;
}

/** Ends the guest's session, later if the server cannot be reached: nobody comes back to it. */
export async function endReplacedGuest(): Promise<void> {
  const guest = readStored();
  forgetReplacedGuest();
  if (guest === null) return;
  queueSignOut(guest);
  await sendPendingSignOuts();
}
