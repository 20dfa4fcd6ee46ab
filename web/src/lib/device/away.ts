let isServerAway = false;

/** Called by the live connection: true while RT-03's line is shown. */
export function noteServerAway(isAway: boolean): void {
  isServerAway = isAway;
}

/** Offline, or the server cannot be reached (PWA-06). */
export const isAway = (): boolean => ('onLine' in navigator && !navigator.onLine) || isServerAway;
