import { errorEnvelope } from '@hereabouts/contract/schemas/errors';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { openRawConnection } from '@hereabouts/testing/raw-connection';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

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
