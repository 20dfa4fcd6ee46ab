/** Source: RT-02. */
export function offlineText(waiting: number): string {
  if (waiting === 0) return 'You are offline. What you see may be out of date.';
  return waiting === 1
    ? 'You are offline. 1 change is waiting to be sent.'
    : `You are offline. ${waiting} changes are waiting to be sent.`;
}
