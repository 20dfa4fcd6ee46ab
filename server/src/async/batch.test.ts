import { expect, test } from 'vitest';
import { createBatcher } from './batch.ts';
import { createRequester, currentRequester, currentShare, runFor } from './requester.ts';

/** Batcher that answer when they are told to, and what they were asked. */
function slowBatches(max: number) {
  const started: { key: string; items: readonly number[]; done: (error?: Error) => void }[] = [];
  const batches = createBatcher<string, number, string>(
    max,
    (key, items) =>
      new Promise((resolve, reject) => {
        const results = items.map((item) => `${key}${item}`);
        const done = (error?: Error) => (error ? reject(error) : resolve(results));
        started.push({ key, items, done });
      }),
  );
  const begun = async (count: number) => {
    await expect.poll(() => started.length).toBe(count);
    return started[count - 1]!;
  };
  return { batches, started, begun };
}

test('items added while a batch runs form the next one, in order', async () => {
  const { batches, begun } = slowBatches(10);
  const results = [1, 2, 3].map((item) => batches.add('a', item));
  const first = await begun(1);
  expect(first.items).toEqual([1]);
  first.done();
  const second = await begun(2);
  expect(second.items).toEqual([2, 3]);
  second.done();
  expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3']);
});

test('keys do not wait for each other, and a full batch leaves the rest for the next', async () => {
  const { batches, started, begun } = slowBatches(2);
  for (const item of [1, 2, 3, 4]) void batches.add('a', item);
  void batches.add('b', 9);
  expect(started.map(({ key }) => key)).toEqual(['a', 'b']);
  started[0]?.done();
  expect((await begun(3)).items).toEqual([2, 3]);
  started[2]?.done();
  expect((await begun(4)).items).toEqual([4]);
});

test('a batch that fails fails for its own items alone', async () => {
  const { batches, begun } = slowBatches(10);
  const results = [batches.add('a', 1), batches.add('a', 2)];
  (await begun(1)).done(new Error('no'));
  await expect(results[0]).rejects.toThrow('no');
  (await begun(2)).done();
  expect(await results[1]).toBe('a2');
  void batches.add('a', 3);
  expect((await begun(3)).items).toEqual([3]);
});

test('LIVE-10 a batch runs in the name of no requester, and each key has its own share', async () => {
  const batches = createBatcher<number, number, [string | undefined, string]>(10, async (_key, items) =>
    items.map(() => [currentRequester()?.key, currentShare()]),
  );
  const add = (key: number) => runFor(createRequester('cafe', 'anna'), () => batches.add(key, 1));
  expect(await Promise.all([add(17), add(17), add(18)])).toEqual([
    [undefined, 'batches 17'],
    [undefined, 'batches 17'],
    [undefined, 'batches 18'],
  ]);
});
