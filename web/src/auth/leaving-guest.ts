import { AUTH_PATH, SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { now } from '#web/lib/time/clock.ts';
import { forgetGuestLeft, GUEST_LEFT_KEY } from './guest-left.ts';
import { parseStoredSession, readStoredSession } from './stored-session.ts';

/** With the token that renews it. */
function readLeft() {
  try {
    const text = localStorage.getItem(GUEST_LEFT_KEY);
    const session = parseStoredSession(text);
    if (text === null || session === null) return null;
    return { ...session, refreshToken: (JSON.parse(text) as { refresh_token: string }).refresh_token };
  } catch {
    return null;
  }
}

export type GuestLeft = { userId: string; name: string };

/** Null without one. */
export function readGuestLeft(): GuestLeft | null {
  const left = readLeft();
  return left && { userId: left.userId, name: left.userName };
}

/** Runs what may replace the session by another person's, and keeps that of a guest if it does. */
export async function keepingGuest<T>(signIn: () => Promise<T>): Promise<T> {
  const before = readStoredSession();
  if (!before?.isGuest) return await signIn();
  keep();
  try {
    return await signIn();
  } finally {
    if (readStoredSession()?.userId === before.userId) forgetGuestLeft();
  }
}

function keep(): void {
  try {
    localStorage.setItem(GUEST_LEFT_KEY, localStorage.getItem(SESSION_STORAGE_KEY) ?? '');
  } catch {
    // Full: the guest is left as it would be without asking.
  }
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
  if (answer.status >= 500 || answer.status === 429) throw new Error(`The service answered ${answer.status}`);
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  return token ?? null;
}

/** Ends the guest's session, as far as the server can be reached: nobody comes back to it. */
export async function leaveGuest(): Promise<void> {
  const token = readLeft()?.accessToken;
  forgetGuestLeft();
  await fetch(`${AUTH_PATH}/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => {});
}
