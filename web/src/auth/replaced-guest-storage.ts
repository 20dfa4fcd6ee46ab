import { readItem, removeItem } from '#web/lib/storage/safe-storage.ts';

/** The session of a guest without an account that a sign-in in this browser has replaced, until its person has decided
 * whether the guest's answers and messages come along (GUEST-04); see replace-session.ts and replaced-guest.ts. */
export const REPLACED_GUEST_KEY = 'hereabouts.guest-left';

/** Null without one. */
export const readReplacedGuestText = (): string | null => readItem(REPLACED_GUEST_KEY);

export const hasReplacedGuest = (): boolean => readReplacedGuestText() !== null;

export const forgetReplacedGuest = (): void => removeItem(REPLACED_GUEST_KEY);
