import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authError } from '@hereabouts/contract/schemas/auth';
import { lastLinkTo, linkIn, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.stop());

const POSTS = [
  '/signup',
  '/token?grant_type=password',
  '/token?grant_type=refresh_token',
  '/recover',
  '/otp',
];
const ALL_POSTS = [...POSTS, '/resend', '/verify', '/logout'];

describe('what a client may send', () => {
  test('AUTH-05 whatever the body is, the answer is an error of this wire and never 5xx', async () => {
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '12',
      '{"email":{}}',
      '{"email":["a@example.org"],"password":1}',
      '{"email":"a@example.org","password":"\\u0000\\u0000"}',
      '{"email":"\\ud800@example.org","password":"long-enough-49"}',
      '{"email":"a@example.org\\r\\nBcc: b@example.org","password":"long-enough-49"}',
      '{"email":"not an address","password":"long-enough-49"}',
      '{"phone":"12","password":"long-enough-49"}',
      '{"email":"a@example.org","phone":"+447797712345","password":"long-enough-49"}',
      '{"type":"__proto__","token":"1","email":"a@example.org"}',
      '{"type":"signup","token":"1","token_hash":"2"}',
      '{"refresh_token":12}',
    ];
    for (const path of ALL_POSTS) {
      for (const body of bodies) {
        const answer = await server.call(path, { method: 'POST', body });
        const shown = { path, body, status: answer.status };
        expect(shown.status, JSON.stringify(shown)).toBeLessThan(500);
        if (answer.status === 200) {
          // Neither address nor password: a guest without an account (GUEST-01).
          const { email, phone, password } = JSON.parse(body);
          const isAnonymous =
            path === '/signup' && [email, phone, password].every((given) => given === undefined);
          if (isAnonymous) expect(answer.body.user.is_anonymous).toBe(true);
          else expect([path, email]).toEqual([path, 'a@example.org']);
        }
        if (answer.status !== 200)
          expect(authError.safeParse(answer.body).error, JSON.stringify(answer.body)).toBeUndefined();
      }
    }
  });

  test('another content type, broken JSON and a huge body have answers of their own', async () => {
    for (const path of POSTS) {
      const form = await server.call(path, { body: 'email=a', headers: { 'content-type': 'text/plain' } });
      expect(form).toMatchObject({ status: 400, body: { code: 'bad_json' } });
      const broken = await server.call(path, { body: '{"email":' });
      expect(broken).toMatchObject({ status: 400, body: { code: 'bad_json' } });
      const huge = await server.call(path, { body: { email: 'x'.repeat(70_000) } });
      expect(huge).toMatchObject({ status: 413, body: { code: 'request_entity_too_large' } });
    }
  });

  test('AUTH-02 signing up and in need an address and a password', async () => {
    const message = 'You must provide either an email or phone number and a password';
    for (const path of ['/signup', '/token?grant_type=password']) {
      for (const body of [
        // At /signup a guest without an account (accounts/anonymous.test.ts).
        ...(path === '/signup' ? [] : [{}]),
        { email: 'a@example.org' },
        { password: PASSWORD },
        { email: '', password: '' },
      ]) {
        const answer = await server.call(path, { body });
        expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', message } });
      }
    }
  });

  test('FORGOT-02 a blank address is asked for', async () => {
    for (const email of ['', null]) {
      const { body } = await server.call('/recover', { body: { email } });
      expect(body.message).toBe('Please enter your email address');
    }
  });

  test('user data is bounded', async () => {
    const body = { email: 'big@example.org', password: PASSWORD, data: { text: 'x'.repeat(9_000) } };
    expect(await server.call('/signup', { body })).toMatchObject({ status: 400 });
  });
});

describe('every answer', () => {
  test('every answer carries the version of the wire and is not kept', async () => {
    for (const path of ['/health', '/settings', '/user', '/nothing-here']) {
      const { headers } = await server.call(path, { headers: { 'x-supabase-api-version': '2024-01-01' } });
      expect([path, headers.get('x-supabase-api-version')]).toEqual([path, '2024-01-01']);
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });

  test('an unknown path and an unknown grant are refused', async () => {
    expect(await server.call('/nothing-here')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await server.call('/token?grant_type=magic', { body: {} })).toMatchObject({ status: 400 });
    const { body } = await server.call('/settings');
    expect(body).toMatchObject({ mailer_autoconfirm: true, external: { email: true, phone: true } });
  });
});

describe('links in mails', () => {
  /** fetch does not let anybody choose the Host. */
  function recoverWithHost(host: string, email: string): Promise<string> {
    const { hostname, port } = new URL(server.url);
    const body = JSON.stringify({ email });
    const head = [
      'POST /auth/v1/recover HTTP/1.1',
      `Host: ${host}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${head.join('\r\n')}\r\n\r\n${body}`),
      );
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
    });
  }

  test('FORGOT-05 links lead to this machine, whatever Host the client sends (S1)', async () => {
    const email = 'links@example.org';
    await server.call('/signup', { body: { email, password: PASSWORD } });
    const { port } = new URL(server.url);
    const cases = [
      ['evil.example', `http://localhost:${port}`],
      ['evil.example:80@localhost', `http://localhost:${port}`],
      [`localhost:${port}@evil.example`, `http://localhost:${port}`],
      ['127.0.0.1:80@evil.example', `http://localhost:${port}`],
      ['localhost:x@evil.example', `http://localhost:${port}`],
      ['evil.example#.localhost', `http://localhost:${port}`],
      ['evil.example/.localhost', `http://localhost:${port}`],
      ['evil.example?.localhost', `http://localhost:${port}`],
      ['evil.example\\.localhost', `http://localhost:${port}`],
      ['localhost.evil.example', `http://localhost:${port}`],
      ['localhost:5173', 'http://localhost:5173'],
      [`127.0.0.1:${port}`, `http://127.0.0.1:${port}`],
    ] as const;
    for (const [host, origin] of cases) {
      const before = (await server.mailsTo(email)).length;
      const answer = await recoverWithHost(host, email);
      const mail = (await server.mailsTo(email))[before];
      const found = mail ? linkIn(mail.text).origin : answer.split('\r\n', 1)[0];
      expect([host, found]).toEqual([host, mail ? origin : 'HTTP/1.1 400 Bad Request']);
    }
  });

  test('FORGOT-05 links lead to PUBLIC_URL only, whatever redirect_to says (S31)', async () => {
    const proxied = await startAuthServer({ beside: server, publicUrl: 'https://hereabouts.example' });
    const email = 'proxied@example.org';
    await server.call('/signup', { body: { email, password: PASSWORD } });
    for (const [wanted, expected] of [
      ['https://evil.example/reset-password', 'https://hereabouts.example/reset-password'],
      ['https://hereabouts.example/reset-password?from=app', 'https://hereabouts.example/reset-password'],
      ['javascript:alert(1)', 'https://hereabouts.example/reset-password'],
      ['blob:https://hereabouts.example/x', 'https://hereabouts.example/reset-password'],
    ] as const) {
      await proxied.client().resetPasswordForEmail(email, { redirectTo: wanted });
      const link = await lastLinkTo(proxied, email);
      expect(link.origin + link.pathname).toBe(expected);
      expect(link.searchParams.get('token_hash')).toMatch(/^[\w-]{43}$/);
    }
    await proxied.stop();
  });
});

test('ERR-05 AUTH-05 while the disk is full the client is told to come back, and does', async () => {
  const person = { email: 'later@example.org', password: PASSWORD };
  await server.client().signUp(person);
  const signIn = () =>
    fetch(`${server.url}/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
  await server.db.query(
    "create function disk_full() returns trigger language plpgsql as $$ begin raise 'full' using errcode = '53100'; end $$",
  );
  await server.db.query(
    'create trigger full_disk before insert on auth.sessions for each row execute function disk_full()',
  );
  const refused = await signIn();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await refused.json()).toMatchObject({ error_code: 'request_timeout' });
  await server.db.query('drop trigger full_disk on auth.sessions');
  expect((await signIn()).status).toBe(200);
});
