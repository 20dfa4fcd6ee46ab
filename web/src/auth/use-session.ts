import { useSyncExternalStore } from 'react';
import { getSessionState, isAnonymous, subscribeToSession, type SessionState } from './session.ts';

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, getSessionState, getSessionState);
}

/** Whether a guest without an account uses this page (GUEST-01). */
export const useIsAnonymous = (): boolean => isAnonymous(useSession());

/** Who is signed in; empty only while signing out. */
export function useViewerId(): string {
  const session = useSession();
  return session.status === 'signed_in' ? session.userId : '';
}
