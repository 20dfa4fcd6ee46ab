/** One place, so that a reporter can be put behind it. */
export function logError(what: string, cause: unknown): void {
  console.error(`[hereabouts] ${what}`, cause);
}
