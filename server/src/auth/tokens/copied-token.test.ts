import { once } from 'node:events';
import { REALTIME_PATH, TOKEN_SUBPROTOCOL_PREFIX } from '@hereabouts/contract/realtime';
import type { Route } from '@hereabouts/contract/route';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, TEST_PASSWORD, type TestApp } from '@hereabouts/testing/app';
import { askAtBrowser, signInAtBrowser, type BrowserSession } from '@hereabouts/testing/at-browser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

/** An access token of a browser without the cookie of its session: from a log, an export or an extension. */

let app: TestApp;
let session: BrowserSession;
let cookies: Record<string, string>;
beforeAll(async () => {
  app = await startTestApp();
  const { email } = await app.signUp();
  const credentials = { email, password: TEST_PASSWORD };
  ({ session, cookies } = await signInAtBrowser(app.url, 'token?grant_type=password', credentials));
});
afterAll(() => app.stop());

const NOBODY = '0b0e6a5c-6f0c-4f5e-9d53-0f6c1b1d9f10';
const pathOf = ({ path }: Route) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'eventId' ? '1' : NOBODY));
const guarded = Object.entries<Route>(routes).filter(
  ([, { access }]) => access === 'user' || access === 'any_user',
);
const ask = async (route: Route, cookie?: string) => {
  const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : {};
  const asked = { method: route.method, path: pathOf(route) };
  const answer = await askAtBrowser(app.url, asked, session, { cookie, ...(body && { body }) });
  return answer.status;
};

test.each(guarded)(
  'SESS-03 PERM-08 %s: a copied access token opens it beside its cookie alone',
  async (name, route) => {
    const alone = await ask(route);
    // A position must go from the map even while the database is away, and whatever becomes of the cookie.
    if (name === 'stopSharing') expect(alone).not.toBe(401);
    else expect(alone).toBe(401);
    // Ends the session that asks.
    if (name === 'endOwnSessions') return;
    expect(await ask(route, cookies['/api'])).not.toBe(401);
  },
);

test('SESS-03 RT-01 a copied access token opens no socket', async () => {
  const outcome = async (cookie?: string) => {
    const token = TOKEN_SUBPROTOCOL_PREFIX + Buffer.from(session.access_token).toString('base64url');
    const url = `${app.url.replace('http', 'ws')}${REALTIME_PATH}/websocket?vsn=2.0.0`;
    const socket = new WebSocket(url, ['phoenix', token], {
      headers: cookie === undefined ? {} : { cookie },
    });
    const answer = once(socket, 'message') as Promise<[Buffer]>;
    socket.on('open', () => socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}])));
    const [message] = await answer;
    socket.terminate();
    return (JSON.parse(message.toString()) as unknown[])[3];
  };
  expect(await outcome()).toBe('connection_refused');
  expect(await outcome(cookies[REALTIME_PATH])).toBe('phx_reply');
});

test('SESS-03 a token with the cookie of another session, or with a guessed one, is refused', async () => {
  const other = await signInAtBrowser(app.url, 'signup', { data: { name: 'Gina' } });
  const [name = ''] = cookies['/api']?.split('=', 1) ?? [];
  const [, foreign = ''] = other.cookies['/api']?.split('=') ?? [];
  for (const cookie of [other.cookies['/api'], `${name}=${foreign}`, `${name}=${'A'.repeat(43)}`])
    expect(await ask(routes.getMe, cookie)).toBe(401);
  // One of the same name, set by another host of the domain, comes first.
  for (const before of [other.cookies['/api'], `${name}=${foreign}`])
    expect(await ask(routes.getMe, `${before}; ${cookies['/api']}`)).toBe(200);
});

test('SESS-03 a browser that was signed in before gets the cookie when its session is renewed', async () => {
  const renewed = await signInAtBrowser(
    app.url,
    'token?grant_type=refresh_token',
    { refresh_token: session.refresh_token },
    { cookie: cookies['/auth/v1'] ?? '' },
  );
  expect(renewed.cookies['/api']).toBe(cookies['/api']);
});
