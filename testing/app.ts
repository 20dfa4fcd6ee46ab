import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REALTIME_PATH, userTopic } from '@hereabouts/contract/realtime';
import { createApp, type App } from '@hereabouts/server/app';
import { readConfig, type Config } from '@hereabouts/server/config';
import type { Database } from '@hereabouts/server/db/database';
import { Socket } from 'phoenix';
import { PASSWORD } from './auth-people.ts';
import { createCaller, type Caller } from './caller.ts';
import type { PushNetwork } from '@hereabouts/server/push/transport';
import type { LogTarget } from '@hereabouts/server/log';
import { createTestDatabase } from './database.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { SOCKET_TIMEOUT_MS } from './patience.ts';
import { openSocket, type TestSocket } from './realtime.ts';
import { enableSecondStep, proveAddresses, type SecondStep } from './second-step.ts';

export type { Answer, Caller } from './caller.ts';
export { PASSWORD as TEST_PASSWORD };

export type TestPerson = Caller & {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The access token in use; `signInAgain` renews it after the clock has moved past its end. */
  readonly token: string;
  signInAgain(): Promise<void>;
  /** Turns on two-step sign-in; the session goes on with a token of the higher level. */
  enableSecondStep(): Promise<SecondStep>;
  /** A further session, which has only given the password. */
  signInElsewhere(): Promise<Caller & { readonly token: string }>;
};

/** A guest without an account. */
export type TestGuest = Caller & { readonly id: string; readonly token: string };

export type TestApp = {
  readonly app: App;
  readonly context: App['context'];
  readonly clock: FakeClock;
  readonly url: string;
  readonly anonymous: Caller;
  /** Signs up through the auth service; names and addresses are made up where none are given. */
  signUp(person?: { name?: string; email?: string }): Promise<TestPerson>;
  /** Comes in without an account. */
  comeAsGuest(name?: string): Promise<TestGuest>;
  /** Opens a socket, which closes with the app. */
  connect(person: Pick<TestPerson, 'token'>): Promise<TestSocket>;
  /** The same, and joins the topic of what concerns the person. */
  listen(person: Pick<TestPerson, 'id' | 'token'>): Promise<TestSocket>;
  stop(): Promise<void>;
};

const STOP_STEP_MS = 1_000;

type TestAppParts = {
  /** Shares clock and database with this one, as a second process does; this one is to be stopped after it. */
  beside?: TestApp;
  /** Instead of a fresh one. */
  db?: Database;
  /** Takes the lines of its log. */
  logTo?: LogTarget;
  pushNetwork?: PushNetwork;
};

/** The whole product on a fresh database, listening on a free port, with a clock that stands still. */
export async function startTestApp(
  overrides: Partial<Config> = {},
  { beside, db: ownDatabase, logTo, pushNetwork }: TestAppParts = {},
): Promise<TestApp> {
  const clock = beside?.clock ?? createFakeClock();
  const db = beside
    ? { ...beside.context.db, close: async () => {} }
    : (ownDatabase ?? (await createTestDatabase()));
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-'));
  const defaults = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    WRITES_PER_MINUTE: '100000',
    LOOKUPS_PER_HOUR: '100000',
    EVENTS_PER_DAY: '100000',
    NEW_ACCOUNTS_TEXT_MB: '100000',
    OVERLOAD_LAG_MS: '0',
  });
  const unlimited = {
    attemptsPerAccount: 100_000,
    attemptsPerAddress: 100_000,
    anonymousPerHour: 100_000,
    sendPauseS: 0,
  };
  const config = { ...defaults, auth: { ...defaults.auth, ...unlimited }, ...overrides };
  const app = await createApp(config, {
    clock,
    db,
    checkResponses: true,
    notFoundAfterMs: 0,
    ...(logTo && { logTo }),
    ...(pushNetwork && { pushNetwork }),
  });
  const url = await app.start();
  let people = 0;
  const sockets: Socket[] = [];

  const connect = (person: Pick<TestPerson, 'token'>) => {
    const authToken = person.token;
    const socket = new Socket(url.replace('http', 'ws') + REALTIME_PATH, {
      authToken,
      timeout: SOCKET_TIMEOUT_MS,
    });
    sockets.push(socket);
    return openSocket(socket);
  };

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
        password: PASSWORD,
        data: { name: account.name },
      });
      let token = session.access_token;
      const signIn = async () => {
        const credentials = { email: account.email, password: PASSWORD };
        return (await authCall(url, 'token?grant_type=password', credentials)).access_token;
      };
      return {
        ...createCaller(url, () => token),
        ...account,
        id: session.user.id,
        password: PASSWORD,
        get token() {
          return token;
        },
        async signInAgain() {
          token = await signIn();
        },
        async enableSecondStep() {
          await proveAddresses(app.context.db, session.user.id);
          const step = await enableSecondStep({ url, clock }, token);
          token = step.token;
          return step;
        },
        async signInElsewhere() {
          const other = await signIn();
          return { ...createCaller(url, () => other), token: other };
        },
      };
    },
    async comeAsGuest(name = 'Zoe') {
      const { access_token: token, user } = await authCall(url, 'signup', { data: { name } });
      return { ...createCaller(url, () => token), id: user.id, token };
    },
    connect,
    async listen(person) {
      const socket = await connect(person);
      await socket.join(userTopic(person.id));
      return socket;
    },
    async stop() {
      for (const socket of sockets) socket.disconnect();
      // Whatever the app waits for by its clock, which stands still here, is due once the real time has shown that it waits.
      const nudge = setInterval(() => clock.advance(STOP_STEP_MS), STOP_STEP_MS);
      await app.stop().finally(() => clearInterval(nudge));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function authCall(
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
