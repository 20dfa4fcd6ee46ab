/** Source: RT-03. */
const UNREACHABLE = 'Cannot reach Hereabouts. Trying again...';

/** The sentences about a missing connection and what waits for it (RT-02).
 * @param isOffline the device says so; else the server cannot be reached */
export function offlineText({ isOffline, waiting }: { isOffline: boolean; waiting: number }): string[] {
  const what = waiting === 1 ? '1 change is' : `${waiting} changes are`;
  const rest = waiting === 0 ? [] : [`${what} waiting to be sent.`];
  if (!isOffline) return [UNREACHABLE, ...rest];
  return [`You are offline. ${rest[0] ?? 'What you see may be out of date.'}`];
}
