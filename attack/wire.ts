import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { createCaller, type Caller } from '@hereabouts/testing/caller';
import type { Instance } from './instance.ts';

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; json: any };
export type Sending = {
  method?: string;
  token?: string | undefined;
  /** JSON; a string or buffer is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Address of this machine that the connection comes from: anything in 127.0.0.0/8. */
  from?: string;
};

/** One request, free to set what `fetch` would not: Host, and the address it comes from. */
export function send({ port }: Pick<Instance, 'port'>, path: string, sending: Sending = {}): Promise<Answer> {
  const { token, body, headers = {}, from = '127.0.0.1' } = sending;
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const payload = body === undefined ? undefined : isRaw ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      localAddress: from,
      agent: false,
      method: sending.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parse(text) });
      });
    });
    outgoing.end(payload);
  });
}

/** Sends the headers and half of the body; the function that is returned sends the rest and resolves with the status. */
export async function sendHalf(
  { port }: Pick<Instance, 'port'>,
  path: string,
  { method, token, body }: { method: string; token: string; body: unknown },
): Promise<() => Promise<number>> {
  const payload = Buffer.from(JSON.stringify(body));
  const outgoing = httpRequest({
    host: '127.0.0.1',
    port,
    path,
    method,
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': payload.length,
      authorization: `Bearer ${token}`,
    },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  await new Promise<void>((resolve) => {
    outgoing.write(payload.subarray(0, payload.length / 2), () => resolve());
  });
  return async () => {
    outgoing.end(payload.subarray(payload.length / 2));
    const [incoming] = await answered;
    incoming.resume();
    return incoming.statusCode ?? 0;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const auth = (
  instance: Pick<Instance, 'port'>,
  path: string,
  sending: Sending = {},
): Promise<Answer> => send(instance, `/auth/v1${path}`, sending);

export const PASSWORD = 'gorse-and-granite-49';
let people = 0;

export type Person = Caller & {
  id: string;
  email: string;
  name: string;
  token: string;
  refreshToken: string;
};

/** Signs up, each person from an address of their own so that no limit is met. */
export async function signUp(instance: Instance, name = 'Person', email = address()): Promise<Person> {
  people += 1;
  const from = `127.20.${people >> 8}.${people & 255}`;
  const answer = await auth(instance, '/signup', {
    body: { email, password: PASSWORD, data: { name } },
    from,
  });
  if (answer.status !== 200) throw new Error(`Sign-up answered ${answer.status}: ${answer.text}`);
  const { access_token: token, refresh_token: refreshToken, user } = answer.json;
  return { ...createCaller(instance.url, () => token), id: user.id, email, name, token, refreshToken };
}

export const address = () => `person-${crypto.randomUUID().slice(0, 8)}@example.org`;

export async function befriend(one: Person, other: Person): Promise<void> {
  const { id } = await one.ok(routes.sendFriendRequest, { body: { addressee_id: other.id } });
  await other.ok(routes.acceptFriendRequest, { params: { friendshipId: id } });
}

/** A running event of the host's, with these people going. */
export async function startEvent(host: Person, guests: readonly Person[], isPrivate = true, hours = 2) {
  const body = eventBody(guests, isPrivate, hours);
  const { id } = await host.ok(routes.createEvent, { body });
  for (const guest of guests) {
    await guest.ok(routes.respondToInvite, { params: { eventId: id }, body: { status: 'accepted' } });
  }
  return { id, body };
}

export const eventBody = (guests: readonly Person[], isPrivate: boolean, hours: number) => ({
  title: 'Harbour swim',
  description: 'Bring a towel',
  image: null,
  location_name: 'Havre des Pas',
  location_address: 'St Helier',
  location_latitude: 49.176,
  location_longitude: -2.098,
  start_time: new Date(Date.now() - HOUR_MS).toISOString(),
  end_time: new Date(Date.now() + hours * HOUR_MS).toISOString(),
  is_private: isPrivate,
  invitee_ids: guests.map(({ id }) => id),
});

/** CPU the process has used so far, in seconds. */
export { cpuSeconds } from '../bench/processes.ts';
