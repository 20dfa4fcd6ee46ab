import { errorEnvelope } from '@hereabouts/contract/schemas/errors';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { openRawConnection } from '@hereabouts/testing/raw-connection';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('an offer to upgrade to anything but a WebSocket is ignored', async () => {
  const connection = await openRawConnection(app.url);
  const offer =
    'connection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n';
  connection.write(`GET /api/settings HTTP/1.1\r\nHost: hereabouts.example\r\n${offer}\r\n`);
  expect(await connection.closed()).toMatch(/^HTTP\/1.1 200/);
});

async function ask(...hosts: string[]) {
  const connection = await openRawConnection(app.url);
  const headers = hosts.map((host) => `${host}\r\n`).join('');
  connection.write(`GET /api/settings HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  const [head = '', body = ''] = (await connection.closed()).split('\r\n\r\n');
  return { status: head.split(' ')[1], body };
}

test('a request with two Host headers is refused', async () => {
  const answer = await ask('Host: hereabouts.example', 'hOST: evil.example');
  expect(answer.status).toBe('400');
  expect(errorEnvelope.parse(JSON.parse(answer.body)).error.code).toBe('invalid');
});

test('one Host header is enough', async () => {
  expect((await ask('Host: hereabouts.example')).status).toBe('200');
});
