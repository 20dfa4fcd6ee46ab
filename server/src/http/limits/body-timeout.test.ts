import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { openRawConnection } from '@hereabouts/testing/raw-connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BODY_TIMEOUT_MS } from './body-timeout.ts';

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.signUp();
});
afterAll(() => app.stop());

/** Sends the headers of a request. The server has seen them once it asks for the body. */
async function startRequest(path: string, headers: Record<string, string | number>) {
  const connection = await openRawConnection(app.url);
  const lines = Object.entries({ host: 'localhost', expect: '100-continue', ...headers });
  connection.write(`POST ${path} HTTP/1.1\r\n`);
  connection.write(`${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`);
  await connection.received(/100 Continue/);
  return connection;
}
const json = { 'content-type': 'application/json', 'content-length': 10 };
const bodyOf = (answer: string) => JSON.parse(answer.split('\r\n\r\n').at(-1) ?? '') as unknown;

test('a JSON body that is not whole after 30 s is cut off with a clear answer (S28)', async () => {
  const authorization = `Bearer ${anna.token}`;
  for (const path of ['/api/events', '/auth/v1/signup', '/api/nothing']) {
    const slow = await startRequest(path, { ...json, authorization });
    const inTime = await startRequest(path, { ...json, authorization });
    slow.write('{"a":');
    app.clock.advance(BODY_TIMEOUT_MS - 1);
    inTime.write('{"a":    }');
    expect(await inTime.received(/HTTP\/1\.1 4\d\d.*\r\n\r\n/s)).not.toContain(' 408 ');
    app.clock.advance(1);
    const answer = await slow.closed();
    expect(answer).toMatch(/HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(answer).toMatch(/\r\nx-request-id: [\w-]{36}\r\n/);
    expect(bodyOf(answer)).toEqual({
      error: {
        code: 'invalid',
        message: 'The body of the request took too long to arrive. Please try again.',
      },
    });
    inTime.destroy();
  }
});

test('a body that nobody reads, because the request was refused, is cut off as well (S28)', async () => {
  const refused = await startRequest('/api/events', json);
  await refused.received(/HTTP\/1\.1 401 .*"unauthenticated"/s);
  app.clock.advance(BODY_TIMEOUT_MS);
  expect(await refused.closed()).not.toContain(' 408 ');
});

test('an upload that makes progress may take longer (S28)', async () => {
  const connected = new Promise<{ bytesRead: number }>((found) => {
    app.app.http.server.once('connection', found);
  });
  const start = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  const picture = 'x'.repeat(1_000_000);
  const end = '\r\n--b--\r\n';
  const upload = await startRequest('/api/uploads', {
    authorization: `Bearer ${anna.token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': start.length + picture.length + end.length,
  });
  upload.write(start + picture);
  const socket = await connected;
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(picture.length);
  app.clock.advance(BODY_TIMEOUT_MS + 1_000);
  upload.write(end);
  // It was read to its end, and found to be no picture.
  await upload.received(/HTTP\/1\.1 415 /);
  upload.destroy();
});
