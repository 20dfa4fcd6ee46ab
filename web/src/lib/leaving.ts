let leaving = false;

/** The person asked to sign out: the page they leave is not one to come back to. */
export function markLeaving(): void {
  leaving = true;
}

export const isLeaving = (): boolean => leaving;

export function clearLeaving(): void {
  leaving = false;
}
