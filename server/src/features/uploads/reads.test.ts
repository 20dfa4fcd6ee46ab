import { get } from 'node:http';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { READS } from './policy.ts';

let app: TestApp;
let asked = 0;
const { promise: isAnswered, resolve: answer } = Promise.withResolvers<null>();
beforeAll(async () => {
  app = await startTestApp();
  Object.assign(app.context.storage, { get: () => ((asked += 1), isAnswered) });
});
afterAll(() => app.stop());

const status = (name: string, localAddress: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const url = `${app.url}/uploads/${name}.jpg`;
    get(url, { localAddress, agent: false }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    );
  });

test('STOR-02 whoever asks for many pictures at once keeps nobody else from theirs', async () => {
  const many = Array.from({ length: 3 * READS.runningPerKey }, (_, n) =>
    status(`invented-${n}`, '127.0.0.1'),
  );
  await expect.poll(() => asked).toBe(READS.runningPerKey);
  const other = status('another', '127.0.0.2');
  await expect.poll(() => asked).toBe(READS.runningPerKey + 1);
  answer(null);
  expect(new Set(await Promise.all([...many, other]))).toEqual(new Set([404]));
  expect(asked).toBe(many.length + 1);
});
