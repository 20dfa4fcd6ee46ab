import { AUTH_PATH } from '@hereabouts/contract/auth';
import { REVOCATION_TIMEOUT_MS } from '#web/lib/api/api.ts';
import { removeItem, writeItem } from '#web/lib/storage/safe-storage.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { isFinalRefusal, VERSION_HEADER } from './service-response.ts';
import {
  claimsOf,
  PENDING_SIGN_OUTS_KEY,
  readPendingSignOuts,
  type StoredSession,
} from './stored-session.ts';

const ID = /^[\da-f-]{36}$/;
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 60_000;

let running: Promise<void> | null = null;
let retryMs = RETRY_MS;
let cancelRetry = () => {};

/** Remembers that a session was signed out here. Its id opens nothing: nobody who uses this device next can take it. */
export function queueSignOut({ accessToken }: StoredSession): void {
  const { session_id: id } = claimsOf(accessToken);
  if (typeof id === 'string') write([...new Set([...read(), id])]);
}

/** Ends a session that this browser does not store any more; the server is told until it knows. */
export async function endSession(session: StoredSession): Promise<void> {
  queueSignOut(session);
  // One without a cookie (over plain HTTP) can be ended with its token only.
  const headers = { authorization: `bearer ${session.accessToken}` };
  const signal = AbortSignal.timeout(REVOCATION_TIMEOUT_MS);
  const options = { method: 'POST', headers, signal, keepalive: true };
  await fetch(`${AUTH_PATH}/logout?scope=local`, options).catch(() => {});
  await sendPendingSignOuts();
}

/** Retries until the server knows (LIVE-10, PWA-06). The browser's cookie proves whose the sessions are: no token is kept. */
export function sendPendingSignOuts(): Promise<void> {
  cancelRetry();
  running ??= endAll().finally(() => {
    running = null;
  });
  return running;
}

async function endAll(): Promise<void> {
  for (const id of read()) {
    if (await isEnded(id)) write(read().filter((other) => other !== id));
  }
  const isDone = read().length === 0;
  if (!isDone) cancelRetry = webClock.after(retryMs, () => void sendPendingSignOuts());
  retryMs = isDone ? RETRY_MS : Math.min(2 * retryMs, RETRY_MAX_MS);
}

/** A refusal is final: the cookie is gone, or the server is another one. */
async function isEnded(id: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REVOCATION_TIMEOUT_MS);
    const options = { method: 'POST', headers: VERSION_HEADER, signal, keepalive: true };
    const response = await fetch(`${AUTH_PATH}/logout?session=${id}`, options);
    if (response.status === 204) return true;
    return !response.ok && isFinalRefusal(response.status, (await response.json()) as { code?: unknown });
  } catch {
    return false;
  }
}

const read = (): string[] =>
  readPendingSignOuts()
    .split(' ')
    .filter((id) => ID.test(id));

function write(ids: readonly string[]): void {
  if (ids.length === 0) removeItem(PENDING_SIGN_OUTS_KEY);
  else writeItem(PENDING_SIGN_OUTS_KEY, ids.join(' '));
}
