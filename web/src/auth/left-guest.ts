import { AUTH_PATH } from '@hereabouts/contract/auth';
import { now } from '#web/lib/time/clock.ts';
import { forgetGuestLeft, readGuestLeftText } from './guest-left.ts';
import { endLeftSessions, keepLeft } from './left-sessions.ts';
import { isFinalRefusal } from './service-answer.ts';
import { parseStoredSession } from './stored-session.ts';

/** With the token that renews it. */
function readLeft() {
  try {
    const text = readGuestLeftText();
    const session = parseStoredSession(text);
    if (text === null || session === null) return null;
    const { refresh_token, left_for } = JSON.parse(text) as { refresh_token: string; left_for?: string };
    return { ...session, refreshToken: refresh_token, leftFor: left_for ?? null };
  } catch {
    return null;
  }
}

export type GuestLeft = {
  userId: string;
  name: string;
  /** Who has signed in to an account where they had been the guest; null where it is not known yet. */
  leftFor: string | null;
};

/** Null without one. */
export function readGuestLeft(): GuestLeft | null {
  const left = readLeft();
  return left && { userId: left.userId, name: left.userName, leftFor: left.leftFor };
}

/** An access token of the guest, renewed where it has expired; null if the guest's session has ended.
 * @throws when the service cannot be reached */
export async function guestToken(): Promise<string | null> {
  const left = readLeft();
  if (left === null || left.expiresAtMs > now()) return left?.accessToken ?? null;
  const answer = await fetch(`${AUTH_PATH}/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: left.refreshToken }),
  });
  const body = (await answer.json()) as { access_token?: string; code?: unknown };
  if (body.access_token !== undefined) return body.access_token;
  if (!isFinalRefusal(answer.status, body)) throw new Error(`The service answered ${answer.status}`);
  return null;
}

/** Ends the guest's session, later if the server cannot be reached: nobody comes back to it. */
export async function leaveGuest(): Promise<void> {
  const left = readLeft();
  forgetGuestLeft();
  if (left === null) return;
  keepLeft(left);
  await endLeftSessions();
}
