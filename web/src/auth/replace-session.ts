import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { readItem, writeItem } from '#web/lib/storage/safe-storage.ts';
import { forgetReplacedGuest, REPLACED_GUEST_KEY, readReplacedGuestText } from './replaced-guest-storage.ts';
import { endSession } from './pending-sign-outs.ts';
import { readStoredSession } from './stored-session.ts';

/** Runs what may replace the session by another person's. If it does, that of a guest is kept, and any other one is ended:
 * nobody could stop any more what it shares. */
export async function withSessionReplacement<T>(signIn: () => Promise<T>): Promise<T> {
  const before = readStoredSession();
  if (before === null) return await signIn();
  if (before.isAnonymous) keep();
  try {
    return await signIn();
  } finally {
    const after = readStoredSession();
    const isReplaced = after !== null && after.userId !== before.userId;
    if (before.isAnonymous && after?.userId === before.userId) forgetReplacedGuest();
    if (before.isAnonymous && isReplaced) noteFor(after.userId);
    if (!before.isAnonymous && isReplaced) void endSession(before);
  }
}

/** Notes who has signed in where they had been the guest: the guest's things are offered to nobody else. */
function noteFor(userId: string): void {
  try {
    const left = JSON.parse(readReplacedGuestText() ?? 'null') as object | null;
    if (left !== null)
      localStorage.setItem(REPLACED_GUEST_KEY, JSON.stringify({ ...left, left_for: userId }));
  } catch {
    // Full: it is asked of whoever comes next.
  }
}

/** Where the storage is full, the guest is left as it would be without asking. */
function keep(): void {
  writeItem(REPLACED_GUEST_KEY, readItem(SESSION_STORAGE_KEY) ?? '');
}
