import { BROWSER_HEADERS } from './auth-people.ts';

export type BrowserSession = { access_token: string; refresh_token: string };

/** Signs up or in as a browser does; `cookies` of the session, by the path that they are for. */
export async function signInAtBrowser(
  url: string,
  path: string,
  asked: object,
  more: Record<string, string> = {},
): Promise<{ session: BrowserSession; cookies: Record<string, string> }> {
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { ...BROWSER_HEADERS, 'content-type': 'application/json', ...more },
    body: JSON.stringify(asked),
  });
  const own = answer.headers.getSetCookie().filter((cookie) => cookie.includes('-session-'));
  const cookies = Object.fromEntries(
    own.map((cookie) => [/Path=([^;]+)/.exec(cookie)?.[1] ?? '', cookie.split(';', 1)[0] ?? '']),
  );
  return { session: (await answer.json()) as BrowserSession, cookies };
}

/** Sends a request of such a session, with a cookie or without. */
export function askAtBrowser(
  url: string,
  { method, path }: { method: string; path: string },
  { access_token }: BrowserSession | { access_token: string },
  { cookie, body }: { cookie?: string | undefined; body?: object } = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    ...BROWSER_HEADERS,
    authorization: `Bearer ${access_token}`,
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
