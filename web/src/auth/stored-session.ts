import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';

/** What this app reads of the session that the auth client keeps in the browser's storage. */
export type StoredSession = { accessToken: string; userId: string; expiresAtMs: number };

/** A session from its stored text, or null where there is none that could be used. */
export function parseStoredSession(text: string | null): StoredSession | null {
  if (text === null) return null;
  try {
    const { access_token, refresh_token, expires_at, user } = JSON.parse(text) as Record<string, unknown>;
    const userId = (user as { id?: unknown } | undefined)?.id;
    if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return null;
    if (typeof expires_at !== 'number' || typeof userId !== 'string') return null;
    return { accessToken: access_token, userId, expiresAtMs: expires_at * 1000 };
  } catch {
    return null;
  }
}

/** Storage can be switched off in a browser: then nobody stays signed in, and nothing breaks. */
export function readStoredSession(): StoredSession | null {
  try {
    return parseStoredSession(localStorage.getItem(SESSION_STORAGE_KEY));
  } catch {
    return null;
  }
}

/** Whether this browser stores anything for the app: without, nobody stays signed in. */
export function canStoreSession(): boolean {
  try {
    localStorage.getItem(SESSION_STORAGE_KEY);
    return true;
  } catch {
    return false;
  }
}

export function forgetStoredSession(): void {
  try {
    localStorage.removeItem(SESSION_STORAGE_KEY);
  } catch {
    // Nothing is stored where nothing can be.
  }
}
