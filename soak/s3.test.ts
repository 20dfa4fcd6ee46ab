import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { createCaller, type Answer } from '@hereabouts/testing/caller';
import { freePort } from '@hereabouts/testing/nats';
import { tinyPng } from '@hereabouts/testing/pictures';
import { Closers } from '../bench/closers.ts';
import { HttpLog } from './http-log.ts';
import { prepareS3Proxy, s3ProxyClasspath, type S3Proxy } from './s3-proxy.ts';
import { serverProcess } from './server-process.ts';
import { signUp, type User } from './user.ts';
import { until } from './wait.ts';

/** A call ends after 5 s; the rest is this machine's. */
const ANSWER_MAX_MS = 8_000;
const BACK_MAX_MS = 30_000;

const closers = new Closers();
let s3: S3Proxy;
let url: string;
let user: User;
afterAll(() => closers.close());

const upload = async (): Promise<Answer & { tookMs: number }> => {
  const startedMs = performance.now();
  const caller = createCaller(url, () => user.token);
  const answer = await caller.call(uploadRoutes.createUpload, { body: await tinyPng() });
  return { ...answer, tookMs: performance.now() - startedMs };
};
const askReady = async () => {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, ((await answer.json()) as { missing: string[] }).missing];
};
/** It does not wait for S3, and tells what the check before found. */
async function ready(expected: string) {
  await until(async () => String((await askReady())[1]) === expected, ANSWER_MAX_MS);
  return await askReady();
}

/** What somebody who uploads a picture is told, and a load balancer. */
async function seen() {
  const { status, body, headers, tookMs } = await upload();
  const isInTime = tookMs < ANSWER_MAX_MS;
  const told = { status, code: body?.error?.code, retryAfter: headers.get('retry-after'), isInTime };
  return { ...told, ready: await ready('pictures') };
}
const REFUSED = {
  status: 503,
  code: 'unavailable',
  retryAfter: '2',
  isInTime: true,
  ready: [200, ['pictures']],
};

/** A picture that is stored, once that works; its status, and what a load balancer is told. */
async function back() {
  let path = '';
  const isStored = async () => {
    const { status, body } = await upload();
    path = body?.path;
    return status === 201;
  };
  await until(isStored, BACK_MAX_MS);
  return { path, status: (await fetch(`${url}/uploads/${path}`)).status, ready: await ready('') };
}
const WORKS = { status: 200, ready: [200, []] };

describe.skipIf(s3ProxyClasspath === null)('with S3Proxy (S3PROXY_CLASSPATH)', () => {
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hereabouts-s3-'));
    closers.add(() => rm(folder, { recursive: true, force: true }));
    s3 = await prepareS3Proxy(folder);
    closers.add(() => s3.kill());
    const server = serverProcess(await freePort(), { DATA_DIR: join(folder, 'data'), ...s3.settings });
    closers.add(() => server.stop());
    await server.start();
    url = `http://127.0.0.1:${server.port}`;
    user = await signUp(url, new HttpLog(), 'ann');
  });

  test('OPS-06 S3 that comes up late gets its bucket, without a restart', async () => {
    expect(await seen()).toEqual(REFUSED);
    await s3.start();
    expect(await back()).toMatchObject(WORKS);
  });

  test('OPS-06 S3 that hangs holds up pictures for 5 s and nothing else', async () => {
    const { path } = await back();
    s3.freeze();
    expect(await seen()).toEqual(REFUSED);
    const startedMs = performance.now();
    expect((await fetch(`${url}/uploads/${path}`)).status).toBe(503);
    expect(performance.now() - startedMs).toBeLessThan(ANSWER_MAX_MS);
    s3.thaw();
    expect(await back()).toMatchObject(WORKS);
  });

  test('OPS-06 S3 that refuses connections is answered with 503, and works again once it is back', async () => {
    await s3.kill();
    expect(await seen()).toEqual(REFUSED);
    await s3.start();
    expect(await back()).toMatchObject(WORKS);
  });

  test('OPS-06 S3 that has lost its bucket is answered with 503', async () => {
    await s3.removeBucket();
    expect(await seen()).toEqual(REFUSED);
  });
});
