/** The session of a guest without an account that a sign-in in this browser has replaced, until its person has decided
 * whether the guest's answers and messages come along (GUEST-04); see replacing-session.ts and left-guest.ts. */
export const GUEST_LEFT_KEY = 'hereabouts.guest-left';

/** Null without one. */
export function readGuestLeftText(): string | null {
  try {
    return localStorage.getItem(GUEST_LEFT_KEY);
  } catch {
    return null;
  }
}

export const hasGuestLeft = (): boolean => readGuestLeftText() !== null;

export function forgetGuestLeft(): void {
  try {
    localStorage.removeItem(GUEST_LEFT_KEY);
  } catch {
    // Nothing is stored where nothing can be.
  }
}
