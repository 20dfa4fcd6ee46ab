import { mkdtemp, rm } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Socket } from 'phoenix';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { readConfig } from '@hereabouts/server/config';
import { TEST_PASSWORD } from '@hereabouts/testing/app';
import { eventInput, hoursFromNow } from '@hereabouts/testing/builders';
import { createTestDatabase } from '@hereabouts/testing/database';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { openSocket } from '@hereabouts/testing/realtime';
import { routes } from '@hereabouts/contract/routes';
import { randomFrom } from '#demo/pictures/shapes.ts';
import { signIn } from '#demo/simulator/account.ts';
import type { ServerAddress } from '#demo/simulator/server-address.ts';
import { simulate } from '#demo/simulator/simulate.ts';
import { AUTHORITY_PATH, createPhoneServer, type PhoneServer } from './phone.ts';

let dataDir: string;
let phone: PhoneServer;
let origin: string;
let local: ServerAddress;
let clock: FakeClock;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-phone-'));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    OVERLOAD_LAG_MS: '0',
  });
  // TLS counts by the real time, so the certificate must be good now.
  clock = createFakeClock();
  clock.advance(Date.now() - clock.now());
  phone = await createPhoneServer(config, {
    addresses: ['127.0.0.1'],
    clock,
    db: await createTestDatabase(),
    checkResponses: true,
  });
  const started = await phone.start();
  [origin = ''] = started.origins;
  ({ local } = started);
});
afterAll(async () => {
  await phone.app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

type Fetched = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

function fetchOverTls(
  path: string,
  { body, ...options }: RequestOptions & { body?: object } = {},
): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${path}`, { ca: phone.authority, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    call.once('error', reject);
    call.end(body && JSON.stringify(body));
  });
}

const signUp = (email: string) =>
  fetchOverTls('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: { email, password: TEST_PASSWORD, data: { name: 'Marie' } },
  });

test('LIVE-08 the product answers over HTTPS on the address it prints, with a certificate its own authority vouches for', async () => {
  expect(origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetchOverTls('/healthz')).status).toBe(200);
  await expect(fetchOverTls('/healthz', { ca: [] })).rejects.toThrow(/certificate/);
});

test('LIVE-08 a phone can fetch the authority to trust it', async () => {
  const { status, headers, body } = await fetchOverTls(AUTHORITY_PATH);
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/x-x509-ca-cert');
  expect(body).toBe(phone.authority);
});

test('LIVE-08 pages connect to their own origin only, and no HSTS shuts the way past the warning', async () => {
  const { headers } = await fetchOverTls('/');
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('AUTH-07 every cookie is Secure', async () => {
  const { status, headers } = await signUp('marie@example.org');
  expect(status).toBe(200);
  expect(headers['set-cookie']).toEqual([
    ...['/auth/v1', '/api', '/realtime'].map(() =>
      expect.stringMatching(/^__Secure-hereabouts-session-.*; HttpOnly; Secure; SameSite=Strict$/),
    ),
    expect.stringMatching(/^__Secure-hereabouts-browser=.*; HttpOnly; Secure; SameSite=Strict$/),
  ]);
});

test('RT-01 the stock client joins over wss from a page of that origin, and from no other page', async () => {
  const { body, headers } = await signUp('tom@example.org');
  const cookie = headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  const { access_token: token, user } = JSON.parse(body) as { access_token: string; user: { id: string } };
  const open = (from: string) => {
    const transport = class extends WebSocket {
      constructor(url: string, protocols?: string[]) {
        super(url, protocols, { ca: phone.authority, origin: from, headers: { cookie } });
      }
    };
    const url = `${origin.replace('https:', 'wss:')}/realtime`;
    return openSocket(new Socket(url, { authToken: token, transport, reconnectAfterMs: () => 60_000 }));
  };
  const socket = await open(origin);
  await expect(socket.join(`user:${user.id}`)).resolves.toBeDefined();
  socket.socket.disconnect();

  const stranger = await open('https://192.168.0.66:3443');
  expect(stranger.socket.isConnected()).toBe(false);
  stranger.socket.disconnect();
});

test('LIVE-05 friends walk about there as well: they trust that certificate, and no other they do not know', async () => {
  const email = 'walker@example.org';
  await signUp(email);
  const person = { email, password: TEST_PASSWORD };
  const host = await signIn(local, person, clock);
  const { id: eventId } = await host.call(routes.createEvent, {
    body: eventInput(clock, { start_time: hoursFromNow(clock, -1) }),
  });
  const walk = (server: ServerAddress) =>
    simulate({ server, eventId, candidates: [person], people: 1, clock, random: randomFrom(1) });
  await expect(walk({ url: local.url })).rejects.toThrow(/certificate/);

  const simulation = await walk(local);
  expect(simulation.walkers).toEqual([email]);
  await vi.waitUntil(
    () => {
      clock.advance(1_000);
      return simulation.devices.some(({ sent }) => sent > 0);
    },
    { timeout: 20_000, interval: 20 },
  );
  await simulation.stop();
});

test('LIVE-08 without a network, or with a plain PUBLIC_URL, the command says what to do', async () => {
  const config = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ...env });
  await expect(createPhoneServer(config({}), { addresses: [] })).rejects.toThrow(/in no network/);
  await expect(
    createPhoneServer(config({ PUBLIC_URL: 'http://192.168.0.7:3443' }), { addresses: ['192.168.0.7'] }),
  ).rejects.toThrow(/must start with https/);
});
