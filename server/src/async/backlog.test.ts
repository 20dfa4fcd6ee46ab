import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { beforeEach, expect, test } from 'vitest';
import { createBacklog, type Backlog } from './backlog.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

let clock: ReturnType<typeof createFakeClock>;
let batches: (readonly string[])[];
let finish: (error?: Error) => void;
let failures: unknown[];
let backlog: Backlog<string>;
beforeEach(() => {
  clock = createFakeClock();
  [batches, failures] = [[], []];
  backlog = createBacklog<string>({
    clock,
    size: 2,
    work(batch) {
      batches.push(batch);
      return new Promise((resolve, reject) => {
        finish = (error) => (error === undefined ? resolve() : reject(error));
      });
    },
    onError: (error) => void failures.push(error),
  });
});
const end = async (error?: Error) => {
  finish(error);
  await yieldToEventLoop();
};

test('one batch is done at a time, and what is added again while it waits is done once', async () => {
  backlog.add(['a', 'b', 'c']);
  backlog.add(['a', 'c']);
  backlog.add(['a']);
  expect(batches).toEqual([['a', 'b']]);
  await end();
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'a'],
  ]);
  await end();
  backlog.add(['d']);
  expect(batches.at(-1)).toEqual(['d']);
});

test('a backlog cools down for as long as a full batch took, where more is waiting', async () => {
  backlog.add(['a', 'b', 'c']);
  clock.advance(200);
  await end();
  expect(batches).toHaveLength(1);
  clock.advance(200);
  await yieldToEventLoop();
  expect(batches).toHaveLength(2);
  backlog.add(['d']);
  clock.advance(200);
  await end();
  expect(batches).toHaveLength(3);
});

test('a backlog goes on after a failure', async () => {
  backlog.add(['a', 'b', 'c']);
  await end(new Error('once'));
  expect([failures, batches.at(-1)]).toEqual([[new Error('once')], ['c']]);
});

test('a backlog that is stopped drops what waits and ends with the batch in progress', async () => {
  backlog.add(['a', 'b', 'c']);
  let isStopped = false;
  void backlog.stop().then(() => (isStopped = true));
  await yieldToEventLoop();
  expect(isStopped).toBe(false);
  await end();
  expect([isStopped, batches]).toEqual([true, [['a', 'b']]]);
});
