import { AUTH_TEXTS } from '@hereabouts/contract/auth';

/** What a mail's link left after the `#`. */
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

/** Removes what a link left, perhaps tokens, from the address bar and the history. */
export function clearArrival(): void {
  history.replaceState(history.state, '', location.pathname + location.search);
}
