import type { CallOf, ResponseOf, Route } from '@hereabouts/contract/route';
import { routeUrl } from '@hereabouts/contract/url';
import type { Clock } from '@hereabouts/server/clock';
import { send, type ServerAddress } from './server-address.ts';

export type Credentials = { email: string; password: string };
type Session = { access_token: string; refresh_token: string };

/** What the server has refused, with its status. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(what: string, status: number) {
    super(`${what} was refused with ${status}`);
    this.status = status;
  }
}

/** A signed-in person who speaks to a server as any client does. */
export type Account = {
  readonly email: string;
  /** The access token; new after `renew`. */
  readonly token: string;
  /** Trades the session for a fresh one. @throws RefusedError when it is over */
  renew(): Promise<void>;
  /** @throws RefusedError */
  call<R extends Route>(route: R, input: CallOf<R> extends infer I ? I : never): Promise<ResponseOf<R>>;
};

const TRIES = 6;
const WAIT_MS = 10_000;

/** Waits and tries again when the server asks for it. @throws RefusedError */
export async function signIn(
  server: ServerAddress,
  credentials: Credentials,
  clock: Clock,
): Promise<Account> {
  let session = await patiently(clock, () => authorize(server, 'password', credentials));
  return {
    email: credentials.email,
    get token() {
      return session.access_token;
    },
    async renew() {
      session = await authorize(server, 'refresh_token', { refresh_token: session.refresh_token });
    },
    async call(route, input) {
      const { body, ...place } = input as { body?: unknown };
      const { status, json } = await send(server, {
        method: route.method,
        path: routeUrl(route, place),
        headers: { authorization: `Bearer ${session.access_token}` },
        body,
      });
      if (!isOk(status)) throw new RefusedError(route.path, status);
      return json as never;
    },
  };
}

async function authorize(server: ServerAddress, grant: string, body: object): Promise<Session> {
  const path = `/auth/v1/token?grant_type=${grant}`;
  const { status, json } = await send(server, { method: 'POST', path, headers: {}, body });
  if (!isOk(status)) throw new RefusedError('Signing in', status);
  return json as Session;
}

const isOk = (status: number): boolean => status >= 200 && status < 300;

async function patiently<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !(error instanceof RefusedError) || error.status !== 429) throw error;
      await new Promise<void>((resolve) => void clock.after(WAIT_MS, resolve));
    }
  }
}
