import { getSessionState, subscribeToSession } from '#web/auth/session.ts';
import { dismissToast, listToasts } from '#web/ui/feedback/toast-store.ts';

/** What one person was told, and could do about it, is not there for the next one. At once: what is said right after a sign-out
 * stays. Returns what stops it. */
export function dismissToastsWithPerson(): () => void {
  let person = personHere();
  return subscribeToSession(() => {
    const last = person;
    person = personHere();
    if (last === null || last === person) return;
    for (const { id } of listToasts()) dismissToast(id);
  });
}

function personHere(): string | null {
  const session = getSessionState();
  return session.status === 'signed_in' ? session.userId : null;
}
