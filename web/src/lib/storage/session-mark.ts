let readMark = (): string => '';

/** Called once by the app, so that maps need not know where sessions come from. */
export function configureSessionMark(read: () => string): void {
  readMark = read;
}

/** Names the session, empty without one. The next person here cannot look up what the browser caches under it. */
export const sessionMark = (): string => readMark();
