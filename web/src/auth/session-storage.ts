import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { claimsOf, parseStoredSession, readPendingSignOuts, readSessionId } from './stored-session.ts';

/** Whether it was signed out in this browser while another tab was renewing it. */
function isSignedOut(stored: string): boolean {
  const { session_id: id } = claimsOf(parseStoredSession(stored)?.accessToken ?? '');
  return typeof id === 'string' && readPendingSignOuts().includes(id);
}

/** For the auth client. When its session is over, the client removes whatever is stored by then; here a newer session of another
 * tab stays. */
export function newSessionStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  let known = '';
  return {
    getItem(key) {
      if (key === SESSION_STORAGE_KEY) known = readSessionId();
      return localStorage.getItem(key);
    },
    setItem(key, value) {
      if (key === SESSION_STORAGE_KEY && isSignedOut(value)) return;
      localStorage.setItem(key, value);
      if (key === SESSION_STORAGE_KEY) known = readSessionId();
    },
    removeItem(key) {
      if (key !== SESSION_STORAGE_KEY || readSessionId() === known) localStorage.removeItem(key);
    },
  };
}
