import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createFresh } from './fresh.ts';
import { createRequester, currentRequester, runFor } from './requester.ts';

function start() {
  const clock = createFakeClock();
  const readings: PromiseWithResolvers<string>[] = [];
  const fresh = createFresh(clock, 2_000, () => {
    const reading = Promise.withResolvers<string>();
    readings.push(reading);
    return reading.promise;
  });
  return { clock, readings, fresh };
}

test('a reading is reused for its time, then one new reading serves all', async () => {
  const { clock, readings, fresh } = start();
  const first = fresh();
  readings[0]?.resolve('one');
  expect(await first).toBe('one');
  clock.advance(2_000);
  expect(await fresh()).toBe('one');
  clock.advance(1);
  const both = [fresh(), fresh()];
  expect(readings).toHaveLength(2);
  readings[1]?.resolve('two');
  expect(await Promise.all(both)).toEqual(['two', 'two']);
  expect(await fresh()).toBe('two');
});

test('a slow reading is as old as its beginning, and one from before the clock was set back is read again', async () => {
  const { clock, readings, fresh } = start();
  const first = fresh();
  clock.advance(2_001);
  readings[0]?.resolve('slow');
  expect(await first).toBe('slow');
  const second = fresh();
  readings[1]?.resolve('again');
  expect(await second).toBe('again');
  clock.set(clock.now() - 1);
  void fresh();
  expect(readings).toHaveLength(3);
});

test('a failed reading is not reused', async () => {
  const { readings, fresh } = start();
  const failing = fresh();
  readings[0]?.reject(new Error('no database'));
  await expect(failing).rejects.toThrow('no database');
  const next = fresh();
  readings[1]?.resolve('read');
  expect(await next).toBe('read');
});

test('a shared reading runs in the name of no requester', async () => {
  const fresh = createFresh(createFakeClock(), 2_000, async () => currentRequester());
  expect(await runFor(createRequester('flood'), fresh)).toBeNull();
});
