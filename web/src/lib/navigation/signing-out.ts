let signingOut = false;

/** The page left by signing out is not one to come back to. */
export function markSigningOut(): void {
  signingOut = true;
}

export const isSigningOut = (): boolean => signingOut;

export function clearSigningOut(): void {
  signingOut = false;
}
