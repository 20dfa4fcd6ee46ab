import { AUTH_TEXTS } from '@hereabouts/contract/auth';

const AWAITED_KEY = 'hereabouts.awaits-confirmation';

/** What a link from a mail left after the `#` of the address. */
export type LinkArrival = { kind: 'none' } | { kind: 'session' } | { kind: 'problem'; message: string };

/** Our own texts: the sender of a link may have written those in its URL. */
export function parseArrival(hash: string): LinkArrival {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  if (params.has('access_token')) return { kind: 'session' };
  const code = params.get('error_code');
  if (code === null) return { kind: 'none' };
  return {
    kind: 'problem',
    message: code === 'otp_expired' ? AUTH_TEXTS.linkUsed : AUTH_TEXTS.linkRefused,
  };
}

/** Remembers that a sign-up of this browser waits for its link. */
export function awaitConfirmation(): void {
  try {
    localStorage.setItem(AWAITED_KEY, '1');
  } catch {
    // Without storage the person signs in after confirming.
  }
}

export function stopAwaitingConfirmation(): void {
  try {
    localStorage.removeItem(AWAITED_KEY);
  } catch {
    // See above.
  }
}

/** Whether a session that arrives in a link may be taken: only by the browser that signed up. Anybody can send anybody a
 * link with a session of their own in it, to have the other act in the wrong account. */
export function isConfirmationAwaited(): boolean {
  try {
    return localStorage.getItem(AWAITED_KEY) !== null;
  } catch {
    return false;
  }
}

/** Takes what a link left out of the address bar and the history. */
export function clearArrival(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}
