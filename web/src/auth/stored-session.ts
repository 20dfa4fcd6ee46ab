import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { readItem, removeItem } from '#web/lib/storage/safe-storage.ts';
import { newUuid } from '#web/lib/uuid.ts';

const MARK_LENGTH = 12;

export type StoredSession = {
  accessToken: string;
  userId: string;
  /** As of the last renewal; empty where it is not known. */
  userName: string;
  expiresAtMs: number;
  /** The user has two-step sign-in, and this session has not passed its second step yet (MFA-03). */
  lacksSecondStep: boolean;
  /** The account should get a password and has none (REG-04). */
  needsPassword: boolean;
  /** Of a guest without an account (GUEST-01). */
  isAnonymous: boolean;
};

/** Null for a missing or malformed one. */
export function parseStoredSession(text: string | null): StoredSession | null {
  if (text === null) return null;
  try {
    const { access_token, refresh_token, expires_at, user } = JSON.parse(text) as Record<string, unknown>;
    const { id, factors, user_metadata, app_metadata, is_anonymous } = (user ?? {}) as Partial<
      Record<string, unknown>
    >;
    const { name } = (user_metadata ?? {}) as { name?: unknown };
    if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return null;
    if (typeof expires_at !== 'number' || typeof id !== 'string') return null;
    return {
      accessToken: access_token,
      userId: id,
      userName: typeof name === 'string' ? name : '',
      expiresAtMs: expires_at * 1000,
      lacksSecondStep: lacksSecondStep(access_token, factors),
      needsPassword: (app_metadata as { needs_password?: unknown } | undefined)?.needs_password === true,
      isAnonymous: is_anonymous === true,
    };
  } catch {
    return null;
  }
}

export const lacksSecondStep = (accessToken: string, factors: unknown): boolean =>
  hasVerifiedFactor(factors) && levelOf(accessToken) !== 'aal2';

/** Whether one of a user's factors has been verified: two-step sign-in is on. */
export const hasVerifiedFactor = (factors: unknown): boolean =>
  Array.isArray(factors) && factors.some((factor: { status?: unknown }) => factor.status === 'verified');

const levelOf = (accessToken: string): unknown => claimsOf(accessToken).aal;

/** What an access token says, taken as it is; empty where it cannot be read. */
export function claimsOf(accessToken: string): {
  sub?: unknown;
  aal?: unknown;
  session_id?: unknown;
  cnf?: unknown;
} {
  try {
    const [, claims = ''] = accessToken.split('.');
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
}

export function readSessionId(): string {
  const { session_id: id } = claimsOf(readStoredSession()?.accessToken ?? '');
  return typeof id === 'string' ? id : '';
}

let markOfPage = '';

/** For `sessionMark`: part of the session cookie's hash, which is in the token and goes with it. Without a cookie (plain HTTP)
 * a session has a random mark, which goes with the page. */
export function readSessionMark(): string {
  const session = readStoredSession();
  if (session === null) return '';
  const { cnf } = claimsOf(session.accessToken);
  const hash = (cnf as { cookie?: unknown } | undefined)?.cookie;
  if (typeof hash === 'string') return hash.slice(0, MARK_LENGTH);
  markOfPage ||= newUuid().slice(0, MARK_LENGTH);
  return markOfPage;
}

/** Where storage is switched off, nobody stays signed in. */
export const readStoredSession = (): StoredSession | null =>
  parseStoredSession(readItem(SESSION_STORAGE_KEY));

export function canStoreSession(): boolean {
  try {
    localStorage.getItem(SESSION_STORAGE_KEY);
    return true;
  } catch {
    return false;
  }
}

export const forgetStoredSession = (): void => removeItem(SESSION_STORAGE_KEY);

/** Ids of sessions that were signed out here and that the server may not know of yet; pending-sign-outs.ts sends them. */
export const PENDING_SIGN_OUTS_KEY = 'hereabouts.left-sessions';

/** Separated by spaces; empty where there are none. */
export const readPendingSignOuts = (): string => readItem(PENDING_SIGN_OUTS_KEY) ?? '';
