let isServerAway = false;

/** Told by the live connection: the line of RT-03 is shown. */
export function noteServerAway(isAway: boolean): void {
  isServerAway = isAway;
}

/** Whether the device is offline, or the server cannot be reached (PWA-06). */
export const isAway = (): boolean => ('onLine' in navigator && !navigator.onLine) || isServerAway;
