let readMark = (): string => '';

/** Called once by the app, so that maps need not know where sessions come from. */
export function configureSessionMark(read: () => string): void {
  readMark = read;
}

/** Names the session, empty without one. What the browser caches under it, the next person there cannot look for. */
export const sessionMark = (): string => readMark();
