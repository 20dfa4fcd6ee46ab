import { uploadRoutes } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { tinyPng } from '@hereabouts/testing/pictures';
import { startS3StandIn, type S3StandIn } from '@hereabouts/testing/s3-stand-in';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { STORAGE_TIMEOUT_MS } from './available-storage.ts';

let s3: S3StandIn;
let app: TestApp;
const lines: string[] = [];

const start = (bucket: string) =>
  startTestApp(
    {
      logLevel: 'info',
      s3: {
        endpoint: s3.endpoint,
        region: 'us-east-1',
        bucket,
        accessKeyId: 'test',
        secretAccessKey: 'test',
      },
    },
    { logTo: { write: (line) => void lines.push(line) } },
  );
beforeEach(async () => {
  lines.length = 0;
  s3 = await startS3StandIn('uploads');
});
afterEach(async () => {
  await app.stop();
  await s3.stop();
});

/** Lets the app's clock run while it waits for an answer. */
async function withTime<T>(answer: Promise<T>): Promise<T> {
  const timer = setInterval(() => app.clock.advance(STORAGE_TIMEOUT_MS / 10), 20);
  return await answer.finally(() => clearInterval(timer));
}
const ready = async () => {
  const answer = await fetch(`${app.url}/readyz`);
  return [answer.status, (await answer.json()) as { missing: string[] }] as const;
};
/** The storage is asked again each time, and never waited for. */
async function missing(count: number): Promise<unknown> {
  for (;;) {
    const [status, answer] = await ready();
    if (status !== 200 || answer.missing.length === count) return answer.missing;
    app.clock.advance(STORAGE_TIMEOUT_MS / 10);
  }
}

test('OPS-06 while S3 hangs, uploads and pictures are answered with 503 in time, and nothing is left of them', async () => {
  app = await start('uploads');
  const person = await app.signUp();
  const stored = await person.ok(uploadRoutes.createUpload, { body: await tinyPng() });
  s3.hang(true);
  const upload = await withTime(person.call(uploadRoutes.createUpload, { body: await tinyPng() }));
  expect(upload).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(upload.headers.get('retry-after')).toBe('2');
  const picture = await withTime(fetch(`${app.url}/uploads/${stored.path}`));
  expect([picture.status, picture.headers.get('retry-after')]).toEqual([503, '2']);
  const { uploads } = await person.ok(uploadRoutes.listUploads, { query: {} });
  expect(uploads.map(({ path }) => path)).toEqual([stored.path]);

  s3.hang(false);
  expect((await fetch(`${app.url}/uploads/${stored.path}`)).status).toBe(200);
  expect((await person.call(uploadRoutes.createUpload, { body: await tinyPng() })).status).toBe(201);
  const log = lines.join('');
  expect(log.match(/the picture storage does not work/g)).toHaveLength(1);
  expect(log.match(/the picture storage works again/g)).toHaveLength(1);
});

test('OPS-06 a picture that S3 sends without its length, and so perhaps without end, is not read', async () => {
  app = await start('uploads');
  const person = await app.signUp();
  const { path } = await person.ok(uploadRoutes.createUpload, { body: await tinyPng() });
  s3.hideLengths();
  expect((await fetch(`${app.url}/uploads/${path}`)).status).toBe(503);
});

test('OPS-06 without its S3 storage alone a process stays ready, and says what is missing', async () => {
  app = await start('uploads');
  expect(await missing(0)).toEqual([]);
  s3.hang(true);
  expect(await missing(1)).toEqual(['pictures']);
  s3.hang(false);
  expect(await missing(0)).toEqual([]);
});

test('OPS-06 a load balancer is not kept waiting by an S3 storage that takes its time', async () => {
  app = await start('uploads');
  Object.assign(app.context.storage, { ready: () => new Promise(() => {}) });
  for (const times of [1, 2]) expect([times, (await ready())[0]]).toEqual([times, 200]);
});

test('OPS-06 an S3 service that hangs at the start is tried again, and its bucket made, without a restart', async () => {
  s3.hang(true);
  let started = false;
  const starting = start('late').then((late) => {
    started = true;
    return late;
  });
  // The clock that the start waits for is made in it, and stands still.
  await new Promise((resolve) => void setTimeout(resolve, 0));
  expect(started).toBe(false);
  s3.hang(false);
  await s3.stop();
  app = await starting;
  expect(lines.join('')).toContain('the bucket for pictures cannot be used yet');
  expect(await missing(1)).toEqual(['pictures']);
  s3 = await startS3StandIn('other', Number(new URL(s3.endpoint).port));
  app.clock.advance(2 * STORAGE_TIMEOUT_MS);
  await expect.poll(() => lines.join('')).toContain('the bucket for pictures is there');
  const person = await app.signUp();
  expect((await person.call(uploadRoutes.createUpload, { body: await tinyPng() })).status).toBe(201);
});
