import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { forgetGuestLeft, GUEST_LEFT_KEY } from './guest-left.ts';
import { readStoredSession } from './stored-session.ts';

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
