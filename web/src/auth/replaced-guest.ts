import { AUTH_PATH } from '@hereabouts/contract/auth';
import { now } from '#web/lib/time/clock.ts';
import { forgetReplacedGuest, readReplacedGuestText } from './replaced-guest-storage.ts';
import { sendPendingSignOuts, queueSignOut } from './pending-sign-outs.ts';
import { isFinalRefusal } from './service-response.ts';
import { parseStoredSession } from './stored-session.ts';

/** The session of the replaced guest with the token that renews it; null without one. */
function readStored() {
  try {
    const text = readReplacedGuestText();
    const session = parseStoredSession(text);
    if (text === null || session === null) return null;
    const { refresh_token, left_for } = JSON.parse(text) as { refresh_token: string; left_for?: string };
    return { ...session, refreshToken: refresh_token, replacedBy: left_for ?? null };
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

/** Null without one. */
export function readReplacedGuest(): ReplacedGuest | null {
  const guest = readStored();
  return guest && { userId: guest.userId, name: guest.userName, replacedBy: guest.replacedBy };
}

/** An access token of the guest, renewed where it has expired; null if the guest's session has ended.
 * @throws when the service cannot be reached */
export async function replacedGuestToken(): Promise<string | null> {
  const guest = readStored();
  if (guest === null || guest.expiresAtMs > now()) return guest?.accessToken ?? null;
  const response = await fetch(`${AUTH_PATH}/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: guest.refreshToken }),
  });
  const body = (await response.json()) as { access_token?: string; code?: unknown };
  if (body.access_token !== undefined) return body.access_token;
  if (!isFinalRefusal(response.status, body)) throw new Error(`The service answered ${response.status}`);
  return null;
}

/** Ends the guest's session, later if the server cannot be reached: nobody comes back to it. */
export async function endReplacedGuest(): Promise<void> {
  const guest = readStored();
  forgetReplacedGuest();
  if (guest === null) return;
  queueSignOut(guest);
  await sendPendingSignOuts();
}
