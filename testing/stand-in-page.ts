import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AUTH_PATH, SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { afterEach, beforeEach, vi } from 'vitest';

/** The present: the auth client reads no clock but its own. */
export const NOW_MS = Date.now();
export const IN_A_WHILE_S = 600;
export const EXPIRED_S = -60;

export const RENEWED = {
  status: 200,
  body: {
    access_token: 'renewed',
    refresh_token: 'r2',
    token_type: 'bearer',
    expires_in: 900,
    expires_at: Math.floor(NOW_MS / 1000) + 900,
    user: { id: 'u1', app_metadata: {} },
  },
};

export const AWAY = { status: 503, body: { code: 'request_timeout', message: 'Please try again.' } };

type World = {
  /** The browser's storage. */
  items: Map<string, string>;
  /** Paths the service was asked for. */
  asked: string[];
  /** What was asked, as it was given to `fetch`. */
  requests: RequestInit[];
  answer: { status: number; body: object };
  /** Before each answer. */
  meanwhile: () => void;
  server: Server;
};

/** For tests of sessions: real storage, client and network; only the page around them is a stand-in. e2e/ drives the same in a
 * browser. */
export function standInPage(): World {
  const world = { items: new Map<string, string>() } as World;
  const send = globalThis.fetch;

  beforeEach(async () => {
    vi.resetModules();
    world.items.clear();
    Object.assign(world, { asked: [], requests: [], answer: AWAY, meanwhile: () => {} });
    world.server = createServer((request, response) => {
      world.asked.push(request.url ?? '');
      world.meanwhile();
      response.writeHead(world.answer.status, {
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
      });
      response.end(JSON.stringify(bodyFor(request, world.answer)));
    });
    await new Promise<void>((resolve) => world.server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(world.server.address() as AddressInfo).port}`;
    const storage = {
      getItem: (key: string) => world.items.get(key) ?? null,
      setItem: (key: string, value: string) => void world.items.set(key, value),
      removeItem: (key: string) => void world.items.delete(key),
    };
    // Its keys are those of the object, as in browsers.
    const enumerable = { enumerable: true, configurable: true };
    const keys = { ownKeys: () => [...world.items.keys()], getOwnPropertyDescriptor: () => enumerable };
    vi.stubGlobal('localStorage', new Proxy(storage, keys));
    vi.stubGlobal('navigator', { onLine: true });
    // A page may ask for a path.
    vi.stubGlobal('fetch', (target: string, options: RequestInit) => {
      world.requests.push(options);
      return send(new URL(target, origin), options);
    });
    const location = { origin, href: `${origin}/`, hash: '', pathname: '/', search: '' };
    vi.stubGlobal('location', location);
    vi.stubGlobal('history', { state: null, replaceState: vi.fn<() => void>() });
    const page = Object.assign(new EventTarget(), { location });
    vi.stubGlobal('window', page);
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
    // Hidden, so that the client does not renew by its own timer.
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    world.server.closeAllConnections();
    world.server.close();
  });
  return world;
}

/** The service names its refusals for clients that say which version they expect. */
function bodyFor({ url, headers }: IncomingMessage, { status, body }: World['answer']): object {
  const isVersioned = headers['x-supabase-api-version'] !== undefined;
  if (isVersioned || status < 400 || !url?.startsWith(AUTH_PATH)) return body;
  const { code, message } = body as { code?: string; message?: string };
  return code === undefined ? body : { code: status, error_code: code, msg: message };
}

/** An access token of u1 whose session has this id. */
export const ofSession = (id: string): string =>
  `h.${Buffer.from(JSON.stringify({ sub: 'u1', session_id: id })).toString('base64url')}.s`;

/** As the auth client stores a session. */
export const storedSession = (endsInS: number, accessToken = 'stored', userId = 'u1'): string =>
  JSON.stringify({
    access_token: accessToken,
    refresh_token: `r of ${userId}`,
    token_type: 'bearer',
    expires_in: 900,
    expires_at: Math.floor(NOW_MS / 1000) + endsInS,
    user: { id: userId },
  });

export const storeSession = ({ items }: World, ...session: Parameters<typeof storedSession>): void =>
  void items.set(SESSION_STORAGE_KEY, storedSession(...session));

/** An answer that comes only after the time in which the client tries again by itself. */
export function giveUpAtOnce(world: World): void {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS });
  world.meanwhile = () => void vi.setSystemTime(Date.now() + 60_000);
}
