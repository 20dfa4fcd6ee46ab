import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const blanks = Buffer.alloc(1_000_000, ' ');

test.each([
  ['br', '/auth/v1/otp', 400, brotliCompressSync(blanks)],
  ['gzip', '/auth/v1/otp', 400, gzipSync(blanks)],
  ['gzip', '/api/events', 415, gzipSync(blanks)],
  ['br', '/api/no-such-route', 415, brotliCompressSync(blanks)],
])('a body compressed with %s to %s is refused and never unpacked', async (encoding, path, status, body) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  const answer = await fetch(app.url + path, { method: 'POST', headers, body: new Uint8Array(body) });
  // 413 would mean that it had been unpacked.
  expect(answer.status).toBe(status);
});
