import { useSyncExternalStore } from 'react';
import { getSessionState, subscribeToSession, type SessionState } from './session.ts';

/** Who uses this page; renders again when that changes, in this tab or another. */
export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, getSessionState);
}
