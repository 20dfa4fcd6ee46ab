import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { readSessionId } from './stored-session.ts';

/** The browser's storage, as the auth client uses it. Told that its session is over, the client removes whatever is stored by
 * then; a session that another tab has begun since stays. */
export function newSessionStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  let known = '';
  return {
    getItem(key) {
      if (key === SESSION_STORAGE_KEY) known = readSessionId();
      return localStorage.getItem(key);
    },
    setItem(key, value) {
      localStorage.setItem(key, value);
      if (key === SESSION_STORAGE_KEY) known = readSessionId();
    },
    removeItem(key) {
      if (key !== SESSION_STORAGE_KEY || readSessionId() === known) localStorage.removeItem(key);
    },
  };
}
