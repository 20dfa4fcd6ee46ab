import { once } from 'node:events';
import { connect } from 'node:net';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent } from '@hereabouts/testing/builders';
import { png, postForm } from '@hereabouts/testing/upload-forms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '#server/admin/commands.ts';

type Line = Record<string, unknown>;

let app: TestApp;
let quiet: TestApp;
let host: TestPerson;
let guest: TestPerson;
let text = '';
let quietText = '';
beforeAll(async () => {
  const logTo = (add: (line: string) => void) => ({ write: add });
  app = await startTestApp(
    { logLevel: 'trace', accessLog: true, logNetworkAddresses: true },
    { logTo: logTo((line) => (text += line)) },
  );
  quiet = await startTestApp({ logLevel: 'trace' }, { logTo: logTo((line) => (quietText += line)) });
  host = await app.signUp({ name: 'Xanthippe Host', email: 'xanthippe@example.org' });
  guest = await app.signUp({ name: 'Zebedee Guest' });
});
afterAll(async () => {
  await app.stop();
  await quiet.stop();
});

const parsed = (lines: string): Line[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
/** The line of the access log about an answer, which is written after it. */
const lineOf = async (answer: Response): Promise<Line> => {
  const id = answer.headers.get('x-request-id');
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const find = () => parsed(text).find((line) => line['request_id'] === id && line['msg'] === 'request');
  await expect.poll(find, { timeout: 5_000 }).toBeDefined();
  return find() ?? {};
};
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers, redirect: 'manual' });

test.each([
  ['/api/friend-links/secret-token-1234', '/api/friend-links/:token', 404],
  ['/api/nothing/secret-token-1234', 'unknown', 404],
  ['/auth/v1/user?secret-token-1234', '/auth/v1/user', 403],
  ['/auth/v1/secret-token-1234', '/auth/v1/*', 404],
  ['/uploads/secret-token-1234.png', '/uploads/:key', 404],
  ['/tiles/99/0/0', '/tiles/:z/:x/:y', 400],
  ['/healthz', '/healthz', 200],
])('OPS-08 the answer to %s carries an id, and the log its route', async (path, route, status) => {
  const answer = await get(path, { authorization: 'Bearer secret-token-1234.a.b' });
  expect(await lineOf(answer)).toMatchObject({
    level: 'info',
    method: 'GET',
    route,
    status: answer.status,
    duration_ms: expect.any(Number) as number,
    network_address: '127.0.0.1',
  });
  if (!path.startsWith('/api/friend')) expect(answer.status).toBe(status);
  expect(text).not.toContain('secret-token-1234');
});

test('OPS-08 an address that cannot be decoded gets an id too', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write('GET /api/%ff HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  let answer = '';
  socket.on('data', (part) => (answer += String(part)));
  await once(socket, 'close');
  expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im);
});

test('OPS-08 no line says who somebody is or holds a token, at the most talkative level (S19)', async () => {
  const form = new FormData();
  form.set('file', await png());
  expect((await postForm(app, host, form)).status).toBe(201);
  await host.ok(routes.getMe, {});
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.resume().write(`NONSENSE Bearer ${host.token}\r\n\r\n`);
  await once(socket, 'close');
  expect(text).toContain('unreadable request');
  for (const words of [
    host.token,
    host.token.split('.')[2] ?? '',
    'Bearer',
    'xanthippe',
    'Xanthippe',
    'Zebedee',
  ]) {
    expect(text).not.toContain(words);
  }
});

test('OPS-08 a failure of /api and of /auth/v1 is logged with the id of its request', async () => {
  const failing = [
    ['auth.one_time_tokens', '/auth/v1/verify', { type: 'recovery', token_hash: 'x' }, 'auth request failed'],
    ['friend_links', '/api/friend-links/secret-token-1234', null, 'request failed'],
  ] as const;
  for (const [table, path, body, msg] of failing) {
    const [, name = table] = table.split('.');
    await app.context.db.query(`alter table ${table} rename to gone`);
    const answer = await fetch(app.url + path, {
      headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await app.context.db.query(`alter table ${table.replace(name, 'gone')} rename to ${name}`);
    expect(answer.status).toBe(500);
    const line = parsed(text).find((found) => found['msg'] === msg);
    expect(line).toMatchObject({ level: 'error', request_id: answer.headers.get('x-request-id') });
    expect(line).not.toHaveProperty('requestId');
  }
});

test('OPS-08 a refusal by role is a security event with the id of its request', async () => {
  await befriend(host, guest);
  const eventId = await createEvent(app, host, { invitee_ids: [guest.id] });
  const refused = await guest.call(routes.cancelEvent, { params: { eventId } });
  expect(refused.status).toBe(403);
  const events = parsed(text).filter((line) => line['security'] === 'refused');
  expect(events).toEqual([
    expect.objectContaining({
      level: 'warn',
      user_id: guest.id,
      request_id: refused.headers.get('x-request-id'),
      method: 'POST',
      route: '/api/events/:eventId/cancellation',
      network_address: '127.0.0.1',
    }),
  ]);
});

test('OPS-08 what the operator does is a security event that names nobody', async () => {
  const other = await app.signUp({ name: 'Zacharias', email: 'zacharias@example.org' });
  const admin = (...args: string[]) =>
    runCommand(app.context, { args: [...args, '--why', 'Zacharias asked'], operator: 'olga' });
  await admin('people', 'find', 'zacharias');
  await admin('people', 'sign-out', 'zacharias@example.org');
  await admin('people', 'delete', other.id);
  await admin('people', 'delete', other.id, '--yes');
  await admin('people', 'delete', 'nobody@example.org', '--yes');
  await admin('reports');
  await admin('reports', 'close', '99');
  const actions = parsed(text).filter((line) => line['security'] === 'operator_action');
  expect(actions.map((line) => [line['method'], line['user_id']])).toEqual([
    ['people find', undefined],
    ['people sign-out', other.id],
    ['people delete', other.id],
    ['reports', undefined],
  ]);
  expect(text).not.toMatch(/zacharias|olga/i);
});

test('OPS-08 without the settings there is no access log and no network address', async () => {
  const person = await quiet.signUp({ email: 'private@example.org' });
  const other = await quiet.signUp();
  await befriend(person, other);
  const eventId = await createEvent(quiet, person, { invitee_ids: [other.id] });
  const refused = await other.call(routes.cancelEvent, { params: { eventId } });
  expect(refused.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const lines = parsed(quietText);
  expect(lines.find((line) => line['security'] === 'refused')).toBeDefined();
  expect(lines.filter((line) => line['msg'] === 'request')).toEqual([]);
  const aboutRequests = lines.filter((line) => !String(line['msg']).startsWith('Server listening'));
  expect(JSON.stringify(aboutRequests)).not.toMatch(/127\.0\.0\.1|private@/);
});
