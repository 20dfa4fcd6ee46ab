import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { problemText } from '#web/features/account/problem-text.ts';
import { problemOf } from './outcome.ts';
import { providerFetch, RENEWAL_MAX_MS } from './provider-fetch.ts';

const FALLBACK = 'An error occurred during login';
const PASSWORD = { email: 'a@example.org', password: 'wrong' };
type Answer = { status: number; type?: string; body: string };

let answer: Answer;
let beforeAnswer = () => {};
let isSilent = false;
let url = '';
const server = createServer((_request, response) => {
  beforeAnswer();
  if (isSilent) return;
  response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' }).end(answer.body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const newClient = () =>
  new AuthClient({ url, fetch: providerFetch, autoRefreshToken: false, persistSession: false });

async function shownFor(next: Answer): Promise<string> {
  answer = next;
  const { error } = await newClient().signInWithPassword(PASSWORD);
  if (error === null) throw new Error('There was no error');
  return problemText(problemOf(error), FALLBACK);
}

const page = (status: number): Answer => ({ status, type: 'text/html', body: '<h1>nginx</h1>' });

test.each([
  page(500),
  page(502),
  page(503),
  page(413),
  page(403),
  page(200),
  { status: 502, body: '' },
  { status: 500, body: '{"message":"Internal Server Error"}' },
  { status: 504, body: '{"code":504,"message":"Endpoint request timed out"}' },
  { status: 502, body: '"Bad Gateway"' },
])('LOGIN-06 ERR-05 an answer of something in between (%j) has no words of its own', async (next) => {
  expect(await shownFor(next)).toBe(FALLBACK);
});

test.each([400, 422, 429, 500, 503])(
  'LOGIN-06 what the service itself says with %i is shown',
  async (status) => {
    const body = JSON.stringify({ code: 'over_request_rate_limit', message: 'Please wait a minute.' });
    expect(await shownFor({ status, body })).toBe('Please wait a minute.');
  },
);

test('ERR-05 AUTH-05 what a proxy answers says nothing about the session', async () => {
  answer = page(403);
  vi.useFakeTimers({ toFake: ['Date'] });
  // Past the time in which the client tries again.
  beforeAnswer = () => void vi.setSystemTime(Date.now() + MINUTE_MS);
  const { error } = await newClient()
    .refreshSession({ refresh_token: 'r' })
    .finally(() => vi.useRealTimers());
  beforeAnswer = () => {};
  expect(error?.name).toBe('AuthRetryableFetchError');
});

test.each([-10_800, 0, 10_800])(
  'AUTH-04 a session lasts as long as the service says on a device whose clock is %i s ahead',
  async (aheadS) => {
    const nowS = Math.floor(Date.now() / 1000);
    const session = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', user: { id: 'u' } };
    answer = {
      status: 200,
      body: JSON.stringify({ ...session, expires_in: 900, expires_at: nowS - aheadS + 900 }),
    };
    vi.useFakeTimers({ toFake: ['Date'], now: nowS * 1000 });
    const { data } = await newClient()
      .signInWithPassword(PASSWORD)
      .finally(() => vi.useRealTimers());
    expect(data.session).toMatchObject({ access_token: 'a', expires_in: 900, expires_at: nowS + 900 });
  },
);

test('AUTH-04 a renewal that is not answered is given up after 20 s, and so tried again; a sign-in is waited for', async () => {
  isSilent = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended: string[] = [];
  const begin = (kind: string) => {
    const asked = new Promise<void>((resolve) => (beforeAnswer = resolve));
    const note = () => void ended.push(kind);
    void providerFetch(`${url}/token?grant_type=${kind}`, { method: 'POST' }).then(note, note);
    return asked;
  };
  await begin('password');
  await begin('refresh_token');
  await vi.advanceTimersByTimeAsync(RENEWAL_MAX_MS - 1);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['refresh_token']);
  vi.useRealTimers();
  server.closeAllConnections();
  await expect.poll(() => ended).toHaveLength(2);
  [isSilent, beforeAnswer] = [false, () => {}];
});

test('PROF-06 a sign-out is sent also when its page goes', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  answer = { status: 204, body: '' };
  await providerFetch(`${url}/logout?scope=local`, { method: 'POST' });
  expect(fetched.mock.lastCall?.[1]?.keepalive).toBe(true);
  fetched.mockRestore();
});
