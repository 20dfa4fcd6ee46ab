import { withQuery } from './link-landing.ts';

/** The page that confirms a sign-up when its button is pressed: mail scanners open links on their own. */
const CONFIRM_PATH = '/confirm';

/** Types of link that can confirm an account. */
export const CONFIRMING_TYPES: ReadonlySet<string | undefined> = new Set(['signup', 'email', 'invite']);

/** Path of that page; `back` is the path to go on to afterwards. */
export function confirmPath({ token, type, back }: { token: string; type: string; back: string }): string {
  const query = new URLSearchParams({ token_hash: token, type });
  if (back !== '/') query.set('redirect_to', back);
  return `${CONFIRM_PATH}?${query.toString()}`;
}

/** The page that sets a new password; it too acts when its button is pressed. */
export const RESET_PATH = '/reset-password';

/** Path of that page, or of what a client has in its place, with the token of a reset link. */
export const resetPath = (path: string, token: string): string =>
  withQuery(path, { token_hash: token, type: 'recovery' });
