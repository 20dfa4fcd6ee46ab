import { withQuery } from './link-landing.ts';

/** The page confirms on a click: mail scanners open links. */
const CONFIRM_PATH = '/confirm';

export const CONFIRMING_TYPES: ReadonlySet<string | undefined> = new Set(['signup', 'email', 'invite']);

export function confirmPath({ token, type, back }: { token: string; type: string; back: string }): string {
  const query = new URLSearchParams({ token_hash: token, type });
  if (back !== '/') query.set('redirect_to', back);
  return `${CONFIRM_PATH}?${query.toString()}`;
}

export const RESET_PATH = '/reset-password';

export const resetPath = (path: string, token: string): string =>
  withQuery(path, { token_hash: token, type: 'recovery' });
