import { readItem, removeItem } from '#web/lib/storage/safe-storage.ts';

/** The session of a guest without an account that a sign-in in this browser has replaced, until its person has decided
 * whether the guest's answers and messages come along (GUEST-04); see replacing-session.ts and left-guest.ts. */
export const GUEST_LEFT_KEY = 'hereabouts.guest-left';

/** Null without one. */
export const readGuestLeftText = (): string | null => readItem(GUEST_LEFT_KEY);

export const hasGuestLeft = (): boolean => readGuestLeftText() !== null;

export const forgetGuestLeft = (): void => removeItem(GUEST_LEFT_KEY);
