import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { imageUrl } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { startS3StandIn, type S3StandIn } from '@hereabouts/testing/s3-stand-in';
import type { StoredFile } from '#server/storage/storage.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { READ_MAX_MS } from './policy.ts';

/** More than sockets take in by themselves. */
const LARGE_BYTES = 20_000_000;

let bucket: S3StandIn;
let app: TestApp;
let reader: Socket;
beforeAll(async () => {
  bucket = await startS3StandIn('pictures');
  app = await startTestApp({ s3: bucket.config });
});
afterAll(async () => {
  reader.destroy();
  await app.stop();
  await bucket.stop();
});

const store = async (bytes: Buffer): Promise<string> => {
  const key = `${randomUUID()}.png`;
  await app.context.storage.put(key, bytes);
  return imageUrl(key);
};

test('OPS-06 whoever asks for a picture in S3 and does not read it takes no connection to it', async () => {
  const path = await store(Buffer.alloc(LARGE_BYTES, 1));
  const { storage } = app.context;
  const { get } = storage;
  const files: (StoredFile | null)[] = [];
  const watched = async (key: string) => {
    files.push(await get(key));
    return files[0] ?? null;
  };
  Object.assign(storage, { get: watched });
  reader = connect(Number(new URL(app.url).port), '127.0.0.1');
  reader.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`);
  await once(reader, 'data');
  reader.pause();
  expect(files.map((file) => file?.body.readableEnded)).toEqual([true]);
  Object.assign(storage, { get });
});

test('a picture from S3 arrives whole, with its length and without a body for HEAD', async () => {
  const bytes = Buffer.alloc(300_000, 'picture');
  const path = await store(bytes);
  const answer = await fetch(app.url + path);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  const head = await fetch(app.url + path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
});

/** The bucket answers with a picture that never arrives whole, once the result is called. */
function stall(): { file: StoredFile; answer: () => void } {
  const { promise, resolve } = Promise.withResolvers<StoredFile>();
  const body = new Readable({ read() {} });
  body.push('a part');
  const file: StoredFile = { body, bytes: 1_000, contentType: 'image/png', etag: '"a"' };
  Object.assign(app.context.storage, { get: () => promise });
  return { file, answer: () => resolve(file) };
}

test('OPS-06 a picture that S3 never sends to its end gives its place back', async () => {
  const { file, answer } = stall();
  const asked = fetch(`${app.url}/uploads/stalled.png`);
  answer();
  await expect
    .poll(() => file.body.listenerCount('readable') + file.body.listenerCount('end'))
    .toBeGreaterThan(0);
  app.clock.advance(READ_MAX_MS);
  expect((await asked).status).toBe(503);
  expect(file.body.destroyed).toBe(true);
});

test('OPS-06 a picture whose reader has gone before S3 answers is not read', async () => {
  const { file, answer } = stall();
  const gone = connect(Number(new URL(app.url).port), '127.0.0.1');
  gone.write('GET /uploads/gone.png HTTP/1.1\r\nHost: here\r\n\r\n');
  await once(gone, 'connect');
  await fetch(`${app.url}/healthz`);
  gone.resetAndDestroy();
  await once(gone, 'close');
  await fetch(`${app.url}/healthz`);
  answer();
  await expect.poll(() => file.body.destroyed).toBe(true);
});
