import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { now, webClock } from '#web/lib/time/clock.ts';
import { logError } from '#web/lib/log.ts';
import { loadAuthClient, type AuthClient } from './auth-client.ts';
import { clearArrival, parseArrival } from './confirmation-link.ts';
import { inSessionTurn } from './session-turn.ts';
import {
  canStoreSession,
  claimsOf,
  forgetStoredSession,
  hasVerifiedFactor,
  parseStoredSession,
  readPendingSignOuts,
  readSessionId,
  readStoredSession,
  type StoredSession,
} from './stored-session.ts';

/** Source: section 9. A session is renewed when less than three ticks of 30 s remain. */
export const EXPIRY_MARGIN_MS = 90_000;

export type SessionState =
  | { status: 'checking' }
  | { status: 'signed_out' }
  /** The password was right; the code of two-step sign-in is still to come (MFA-03). */
  | { status: 'second_step'; userId: string }
  /** `isAnonymous`: a guest without an account (GUEST-01). */
  | { status: 'signed_in'; userId: string; isAnonymous?: true };

/** What happens to a session (AUTH-03). `userId` is null once nobody is signed in. */
export type AuthEvent = {
  kind:
    | 'SIGNED_IN'
    | 'TOKEN_REFRESHED'
    | 'SIGNED_OUT'
    | 'PASSWORD_RECOVERY'
    | 'USER_UPDATED'
    | 'MFA_CHALLENGE_VERIFIED';
  userId: string | null;
};

/** A check that takes longer than this is not waited for: the network, not the session, is in question. */
const CHECK_MAX_MS = 5_000;
/** The renewing client is loaded once the page has had time to show something. */
const CLIENT_AFTER_MS = 4_000;

const SIGNED_OUT: SessionState = { status: 'signed_out' };

let state: SessionState = { status: 'checking' };
let subscribed = false;
const stateListeners = new Set<() => void>();
const eventListeners = new Set<(event: AuthEvent) => void>();

export const getSessionState = (): SessionState => state;

export function subscribeToSession(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => void stateListeners.delete(listener);
}

/** Also hears of changes in other tabs. */
export function onAuthEvent(listener: (event: AuthEvent) => void): () => void {
  eventListeners.add(listener);
  return () => void eventListeners.delete(listener);
}

function setState(next: SessionState): void {
  const isSame = state.status === next.status && userIdOf(state) === userIdOf(next);
  if (isSame && isAnonymous(state) === isAnonymous(next)) return;
  state = next;
  for (const listener of stateListeners) listener();
}

const userIdOf = (state: SessionState) => ('userId' in state ? state.userId : null);
export const isSessionOf = (state: SessionState, userId: string): boolean => userIdOf(state) === userId;
export const isAnonymous = (state: SessionState): boolean => 'isAnonymous' in state;

const signedIn = (userId: string, anonymous: boolean): SessionState => ({
  status: 'signed_in',
  userId,
  ...(anonymous && { isAnonymous: true }),
});

function stateOf(stored: StoredSession | null): SessionState {
  if (stored === null) return SIGNED_OUT;
  if (stored.lacksSecondStep) return { status: 'second_step', userId: stored.userId };
  return signedIn(stored.userId, stored.isAnonymous);
}

/** After another session has been stored. */
export const readSessionAgain = (): void => setState(stateOf(readStoredSession()));

const isFresh = (stored: StoredSession, marginMs: number) => stored.expiresAtMs - now() > marginMs;

/** Call once, before the first render. An unexpired stored session counts at once, without the network; an expired one is
 * renewed first. */
export function startSession(): void {
  const readAgain = () => {
    readSessionAgain();
    connectSoon();
  };
  window.addEventListener('storage', ({ key }) => {
    // Another tab signed in or out; storage as a whole was cleared when there is no key.
    if (key === null || key === SESSION_STORAGE_KEY) readAgain();
  });
  // A page restored from the back/forward cache has missed changes.
  window.addEventListener('pageshow', ({ persisted }) => persisted && readAgain());
  window.addEventListener('online', sendPending);
  sendPending();
  // No link of ours carries a session, and nobody could tell whose it is.
  if (parseArrival(location.hash).kind === 'session') clearArrival();
  const stored = readStoredSession();
  if (stored === null || isFresh(stored, 0) || !navigator.onLine) {
    readAgain();
    return;
  }
  void check();
}

function connectSoon(): void {
  if (userIdOf(state) === null || subscribed) return;
  webClock.after(CLIENT_AFTER_MS, () => void connect().catch(logLoadFailure));
}

/** Lets the client refresh the session; uses the stored one when that takes too long. */
async function check(): Promise<void> {
  const stopWaiting = webClock.after(CHECK_MAX_MS, readSessionAgain);
  try {
    const client = await connect();
    await client.getSession();
  } catch (cause) {
    logLoadFailure(cause);
  }
  stopWaiting();
  readSessionAgain();
}

const logLoadFailure = (cause: unknown) => logError('the session could not be renewed', cause);

/** Resolves with the client once its events reach this page. */
export async function connect(): Promise<AuthClient> {
  const client = await loadAuthClient();
  if (subscribed) return client;
  subscribed = true;
  client.onAuthStateChange((kind, session) => {
    if (kind === 'INITIAL_SESSION') return;
    // The storage decides: another tab's event may come before the stored change, or be about a session replaced since.
    setState(stateOf(canStoreSession() ? readStoredSession() : parseStoredSession(JSON.stringify(session))));
    const userId = session?.user.id ?? null;
    if (userId !== null || state.status === 'signed_out')
      for (const listener of eventListeners) listener({ kind, userId });
  });
  return client;
}

/** An access token good for another 90 s, renewed where needed; null when signed out; offline, the one at hand while it lasts.
 * @throws when there is none and the service cannot be reached, or somebody else has signed in meanwhile */
export async function getAccessToken(): Promise<string | null> {
  const stored = readStoredSession();
  if (stored === null) return null;
  if (isFresh(stored, EXPIRY_MARGIN_MS)) return stored.accessToken;
  try {
    if (!navigator.onLine) throw new Error('There is no network');
    const client = await connect();
    const { data, error } = await client.getSession();
    if (error !== null && isUnreachable(error)) throw error;
    if (data.session === null) return null;
    if (data.session.user.id === stored.userId) return data.session.access_token;
  } catch (cause) {
    if (!isFresh(stored, 0)) throw cause;
  }
  // What was asked for by one person is not done as another.
  if (readStoredSession()?.userId !== stored.userId) throw new Error('The session is another one');
  return stored.accessToken;
}

/** Another token than `rejected`, which the server has refused or soon will; null when the session is over.
 * @throws when the service cannot be reached: whether there is one is not known */
export async function replaceAccessToken(rejected: string): Promise<string | null> {
  const token = await getAccessToken();
  if (token !== rejected) return token;
  return await renew(await connect());
}

/** @throws when the service cannot be reached */
async function renew(client: AuthClient): Promise<string | null> {
  const rejected = readToken();
  return await inSessionTurn(async () => {
    // Otherwise the token was renewed or raised before this turn, or belongs to a session that another tab has begun.
    if (readToken() === rejected) {
      const { data, error } = await client.refreshSession();
      if (error === null) return data.session?.access_token ?? null;
      if (isUnreachable(error)) throw error;
      // The client keeps a session it cannot renew for as long as its token lasts.
      if (readToken() === rejected) dropSession();
    }
    return readToken();
  });
}

const readToken = () => readStoredSession()?.accessToken ?? null;

/** After a 401: refreshes the session, signs out if it has ended, or asks for a second step enabled meanwhile. */
export async function recheckSession(): Promise<void> {
  if (readStoredSession() === null) return setState(SIGNED_OUT);
  const sessionId = readSessionId();
  try {
    const client = await connect();
    // The client drops a session that the service has ended.
    const { data, error } = await client.getUser();
    if (readStoredSession() === null || readSessionId() !== sessionId) return;
    if (error === null) {
      // Factors are stored with the session; a new token publishes them.
      if (state.status === 'signed_in' && hasVerifiedFactor(data.user.factors)) await renew(client);
      return;
    }
    if (isUnreachable(error)) return;
    await renew(client);
  } catch (cause) {
    logLoadFailure(cause);
  }
}

/** Whether the person of `token`, whose session has ended, goes on here with another one, as after a reset link.
 * @throws while the service has not said that it is over */
export async function isReplaced(token: string): Promise<boolean> {
  await recheckSession();
  const { sub, session_id } = claimsOf(token);
  if (readStoredSession()?.userId !== sub) return false;
  if (readSessionId() === session_id) throw new Error('Whether the session is over is not known');
  return true;
}

/** A network problem or 503 says nothing about the session. */
const isUnreachable = (error: { name: string; status?: number | undefined }) =>
  error.name === 'AuthRetryableFetchError' ||
  error.name === 'AuthRefreshDiscardedError' ||
  error.status === 429;

export function dropSession(): void {
  forgetStoredSession();
  setState(SIGNED_OUT);
  for (const listener of eventListeners) listener({ kind: 'SIGNED_OUT', userId: null });
}

function sendPending(): void {
  if (readPendingSignOuts() === '') return;
  import('./pending-sign-outs.ts').then((module) => module.sendPendingSignOuts(), logLoadFailure);
}
