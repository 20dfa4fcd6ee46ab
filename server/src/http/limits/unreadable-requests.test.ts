import { errorEnvelope } from '@hereabouts/contract/schemas/errors';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { openRawConnection } from '@hereabouts/testing/raw-connection';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let log = '';
beforeAll(async () => {
  app = await startTestApp({ logLevel: 'trace' }, { logTo: { write: (line) => (log += line) } });
});
afterAll(() => app.stop());

const SECRET = 'secret-token-1234';

test.each([
  ['no HTTP', `NONSENSE ${SECRET}\r\n\r\n`, 400, 'invalid'],
  [
    'two lengths',
    `POST /api/me HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n`,
    400,
    'invalid',
  ],
  [
    'long headers',
    `GET / HTTP/1.1\r\nhost: a\r\nauthorization: ${SECRET.repeat(2_000)}\r\n\r\n`,
    431,
    'payload_too_large',
  ],
])(
  '%s is refused in the words of every other refusal, and logged without its bytes',
  async (_what, request, status, code) => {
    const connection = await openRawConnection(app.url);
    connection.write(request);
    const [head = '', body = ''] = (await connection.closed()).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(new RegExp(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`));
    expect(errorEnvelope.parse(JSON.parse(body)).error.code).toBe(code);
    expect(body).not.toMatch(/Fastify|Client Error|HPE_/);
    const id = /\r\nx-request-id: ([\w-]{36})\r\n/.exec(head)?.[1];
    expect(id).toBeDefined();
    expect(log).toMatch(new RegExp(`"request_id":"${id}".*"status":${status}`));
    expect(log).not.toContain(SECRET);
  },
);
