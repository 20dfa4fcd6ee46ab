import { forgetReplacedGuest, readReplacedGuestText } from './replaced-guest-storage.ts';
import { sendPendingSignOuts, queueSignOut } from './pending-sign-outs.ts';
import { parseStoredSession } from './stored-session.ts';

export function readStoredGuest() {
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
  const guest = readStoredGuest();
  return guest && { userId: guest.userId, name: guest.userName, replacedBy: guest.replacedBy };
}

/** Whether it is `userId` who chooses what comes along: the next one, where it is not known who it was. */
export const isLeftFor = (guest: ReplacedGuest, userId: string): boolean =>
  guest.userId !== userId && (guest.replacedBy ?? userId) === userId;

/** The guest about whom `userId` has not chosen yet: a sign-out ends their session (GUEST-04). */
export function readGuestLeftFor(userId: string): ReplacedGuest | null {
  const guest = readReplacedGuest();
  return guest !== null && isLeftFor(guest, userId) ? guest : null;
}

/** Ends the guest's session, later if the server cannot be reached: nobody comes back to it. */
export async function endReplacedGuest(): Promise<void> {
  const guest = readStoredGuest();
  forgetReplacedGuest();
  if (guest === null) return;
  queueSignOut(guest);
  await sendPendingSignOuts();
}
