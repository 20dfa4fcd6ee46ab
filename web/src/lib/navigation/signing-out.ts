let signingOut = false;

/** The person asked to sign out: the page they leave is not one to come back to. */
export function markSigningOut(): void {
  signingOut = true;
}

export const isSigningOut = (): boolean => signingOut;

export function clearSigningOut(): void {
  signingOut = false;
}
