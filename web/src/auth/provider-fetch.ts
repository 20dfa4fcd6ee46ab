import { webClock } from '#web/lib/time/clock.ts';
import { readStoredSession } from './stored-session.ts';

/** As a gateway answers: the auth client keeps the session and tries again. */
const BAD_GATEWAY = 502;

/** Only a renewal is given up after this: everything waits for it, and the client tries it again. */
export const RENEWAL_MAX_MS = 20_000;

type FetchArguments = Parameters<typeof fetch>;

const urlOf = ([target]: FetchArguments) => (target instanceof Request ? target.url : target.toString());

function asSignedIn(request: FetchArguments): FetchArguments {
  const [target, options] = request;
  // It outlives its page.
  if (urlOf(request).includes('/logout')) return [target, { ...options, keepalive: true }];
  // A code goes with the session, if there is one: a change of address is then this person's.
  const session = urlOf(request).endsWith('/verify') ? readStoredSession() : null;
  if (session === null) return request;
  const headers = new Headers(options?.headers);
  headers.set('authorization', `Bearer ${session.accessToken}`);
  return [target, { ...options, headers }];
}

/** `fetch` for the auth client, which treats every response as the service's. */
export async function providerFetch(...request: FetchArguments): Promise<Response> {
  if (!urlOf(request).endsWith('grant_type=refresh_token')) return await exchange(asSignedIn(request));
  const [target, options] = request;
  const limit = new AbortController();
  const stopWaiting = webClock.after(RENEWAL_MAX_MS, () => limit.abort());
  try {
    return await exchange([target, { ...options, signal: limit.signal }]);
  } finally {
    stopWaiting();
  }
}

async function exchange(request: FetchArguments): Promise<Response> {
  const response = await fetch(...request);
  if (response.status === 204) return response;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as Record<string, unknown> | null;
  if (!response.ok) {
    // Of another origin, such as a proxy's page: no text for people (ERR-05), and no effect on the session.
    return typeof body?.code === 'string'
      ? response
      : Response.json({ message: '' }, { status: BAD_GATEWAY });
  }
  if (typeof body?.expires_in !== 'number') return response;
  // The client then counts `expires_in` by its own clock, which it also uses for the expiry (AUTH-04).
  const { expires_at: _, ...session } = body;
  return Response.json(session, { status: response.status });
}
