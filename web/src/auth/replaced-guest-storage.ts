import { readItem, removeItem } from '#web/lib/storage/safe-storage.ts';

/** A guest's session that a sign-in has replaced, until its person decides what comes along (GUEST-04). */
export const REPLACED_GUEST_KEY = 'hereabouts.guest-left';

export const readReplacedGuestText = (): string | null => readItem(REPLACED_GUEST_KEY);

export const hasReplacedGuest = (): boolean => readReplacedGuestText() !== null;

export const forgetReplacedGuest = (): void => removeItem(REPLACED_GUEST_KEY);
