/** Source: RT-03. */
const UNREACHABLE = 'Cannot reach Hereabouts. Trying again...';

/** Texts about a missing connection and waiting data (RT-02). @param isOffline of the device; else the server
 * is unreachable */
export function offlineText({ isOffline, waiting }: { isOffline: boolean; waiting: number }): string[] {
  const what = waiting === 1 ? '1 change is' : `${waiting} changes are`;
  const rest = waiting === 0 ? [] : [`${what} waiting to be sent.`];
  if (!isOffline) return [UNREACHABLE, ...rest];
  return [`You are offline. ${rest[0] ?? 'What you see may be out of date.'}`];
}
