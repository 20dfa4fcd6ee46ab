import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallOf, ResponseOf, RouteDefinition } from '@hereabouts/contract/route';
import { routeUrl } from '@hereabouts/contract/url';
import { createApp, type App } from '@hereabouts/server/app';
import { readConfig, type Config } from '@hereabouts/server/config';
import { createTestDatabase } from './database.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

/** An answer as it came over the wire. `body` is the parsed JSON, the text, or null when empty. */
export type Answer = { status: number; headers: Headers; body: any };

/** The parts may be left out when none is needed. */
type Optional<T> = object extends T ? [input?: T] : [input: T];

/** Somebody who calls the API: a signed-in person or an anonymous visitor. */
export type Caller = {
  /** Makes the call whatever comes of it. */
  call<R extends RouteDefinition>(route: R, ...input: Optional<CallOf<R>>): Promise<Answer>;
  /** Makes a call that must succeed and returns its body. */
  ok<R extends RouteDefinition>(route: R, ...input: Optional<CallOf<R>>): Promise<ResponseOf<R>>;
};

export type TestPerson = Caller & {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The access token in use; `signInAgain` renews it after the clock has moved past its end. */
  readonly token: string;
  signInAgain(): Promise<void>;
};

export type TestApp = {
  readonly app: App;
  readonly context: App['context'];
  readonly clock: FakeClock;
  readonly url: string;
  readonly anonymous: Caller;
  /** Signs up through the auth service; names and addresses are made up where none are given. */
  signUp(person?: { name?: string; email?: string }): Promise<TestPerson>;
  stop(): Promise<void>;
};

export const TEST_PASSWORD = 'gorse-and-granite-49';

/** The whole product on a fresh database, listening on a free port, with a clock that stands still. */
export async function startTestApp(overrides: Partial<Config> = {}): Promise<TestApp> {
  const clock = createFakeClock();
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-'));
  const defaults = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    WRITES_PER_MINUTE: '100000',
  });
  const unlimited = { attemptsPerAccount: 100_000, attemptsPerAddress: 100_000 };
  const config = { ...defaults, auth: { ...defaults.auth, ...unlimited }, ...overrides };
  const app = await createApp(config, { clock, db: await createTestDatabase(), checkResponses: true });
  const url = await app.start();
  let people = 0;

  return {
    app,
    context: app.context,
    clock,
    url,
    anonymous: createCaller(url, () => null),
    async signUp({ name, email } = {}) {
      people += 1;
      const account = { name: name ?? `Person ${people}`, email: email ?? `person${people}@example.org` };
      const session = await authCall(url, 'signup', {
        email: account.email,
        password: TEST_PASSWORD,
        data: { name: account.name },
      });
      let token = session.access_token;
      return {
        ...createCaller(url, () => token),
        ...account,
        id: session.user.id,
        password: TEST_PASSWORD,
        get token() {
          return token;
        },
        async signInAgain() {
          const credentials = { email: account.email, password: TEST_PASSWORD };
          token = (await authCall(url, 'token?grant_type=password', credentials)).access_token;
        },
      };
    },
    async stop() {
      await app.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function authCall(
  url: string,
  path: string,
  body: object,
): Promise<{ access_token: string; user: { id: string } }> {
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`/auth/v1/${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { access_token: string; user: { id: string } };
}

type LooseInput = { params?: object; query?: object; body?: unknown };

function createCaller(url: string, getToken: () => string | null): Caller {
  const call = async (route: RouteDefinition, input: LooseInput = {}): Promise<Answer> => {
    const token = getToken();
    const headers = new Headers();
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const body = requestBody(route, input.body, headers);
    const response = await fetch(url + routeUrl(route, input), { method: route.method, headers, body });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : isJson ? JSON.parse(text) : text,
    };
  };
  return {
    call: (route, input?: LooseInput) => call(route, input),
    async ok(route, input?: LooseInput) {
      const answer = await call(route, input);
      if (answer.status === route.status) return answer.body;
      throw new Error(
        `${route.method} ${route.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
      );
    },
  };
}

function requestBody(route: RouteDefinition, body: unknown, headers: Headers): string | FormData | null {
  if (body === undefined) return null;
  if (route.body === 'image') {
    const form = new FormData();
    form.set('file', body, 'picture');
    return form;
  }
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}
