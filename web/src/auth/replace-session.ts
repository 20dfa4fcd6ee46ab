import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { readItem, writeItem } from '#web/lib/storage/safe-storage.ts';
import { forgetReplacedGuest, REPLACED_GUEST_KEY, readReplacedGuestText } from './replaced-guest-storage.ts';
import { endSession } from './pending-sign-outs.ts';
import { claimsOf, readStoredSession, type StoredSession } from './stored-session.ts';

/** Runs a sign-in. The session of a guest whom somebody else replaces is kept; any other one that it replaces is ended, or nobody
 * could stop what it shares. */
export async function withSessionReplacement<T>(signIn: () => Promise<T>): Promise<T> {
  const before = readStoredSession();
  if (before === null) return await signIn();
  if (before.isAnonymous) keep();
  try {
    return await signIn();
  } finally {
    const after = readStoredSession();
    const isReplaced = after !== null && after.userId !== before.userId;
    if (before.isAnonymous && after?.userId === before.userId) {
      forgetReplacedGuest();
      // A guest whom a code makes an account gets another session.
      if (sessionIdOf(after) !== sessionIdOf(before)) void endSession(before);
    }
    if (before.isAnonymous && isReplaced) noteFor(after.userId);
    if (!before.isAnonymous && isReplaced) void endSession(before);
  }
}

const sessionIdOf = ({ accessToken }: StoredSession) => claimsOf(accessToken).session_id;

/** Offers the guest's things to this person only. */
function noteFor(userId: string): void {
  try {
    const left = JSON.parse(readReplacedGuestText() ?? 'null') as object | null;
    if (left !== null)
      localStorage.setItem(REPLACED_GUEST_KEY, JSON.stringify({ ...left, left_for: userId }));
  } catch {
    // Storage is full: whoever comes next is asked instead.
  }
}

function keep(): void {
  writeItem(REPLACED_GUEST_KEY, readItem(SESSION_STORAGE_KEY) ?? '');
}
