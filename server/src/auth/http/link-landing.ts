import type { WireError } from '#server/auth/wire-error.ts';

export const HALF_CONFIRMED = 'The code was right. Please enter the one sent to the other address too.';

export function withQuery(path: string, parameters: Record<string, string>): string {
  const url = new URL(path, 'http://localhost');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

const withFragment = (path: string, parameters: URLSearchParams): string =>
  parameters.size === 0 ? path : `${path}#${parameters.toString()}`;

const ERROR_BY_STATUS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
};

/** PKCE clients read the query, others the fragment. */
export function landingAfterError(
  { code, message, status }: WireError,
  { path, isFlow }: { path: string; isFlow: boolean },
): string {
  const error = isFlow ? (ERROR_BY_STATUS[status] ?? 'invalid_request') : 'access_denied';
  const parameters = { error, error_code: code, error_description: message };
  const target = isFlow ? withQuery(path, parameters) : path;
  return withFragment(target, new URLSearchParams(parameters));
}
