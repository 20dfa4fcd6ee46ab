import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { expect, test } from 'vitest';
import { workInParts } from './work-in-parts.ts';

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

test('work in parts rests between them, and is done once more when asked for meanwhile', async () => {
  const clock = createFakeClock();
  let left = 3;
  let parts = 0;
  const parted = workInParts(
    { clock, log: silentLog },
    { restMs: 1_000, failure: 'it failed', work: async () => (++parts, --left > 0) },
  );
  parted.begin();
  parted.begin();
  await turns();
  expect(parts).toBe(1);
  parted.begin();
  clock.advance(999);
  await turns();
  expect(parts).toBe(1);
  for (let second = 0; second < 10; second += 1) {
    clock.advance(1_000);
    await turns();
  }
  expect(parts).toBe(3);
  // There is no more: nobody has to wait.
  parted.begin();
  parted.begin();
  await turns();
  expect(parts).toBe(5);
});

test('work in parts goes on after a failure, and ends with the part in progress', async () => {
  const clock = createFakeClock();
  let parts = 0;
  let finish = () => {};
  const work = async () => {
    parts += 1;
    if (parts === 1) throw new Error('once');
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return true;
  };
  const parted = workInParts({ clock, log: silentLog }, { restMs: 1_000, failure: 'it failed', work });
  parted.begin();
  await turns();
  parted.begin();
  let isStopped = false;
  const stopped = parted.stop().then(() => {
    isStopped = true;
  });
  await turns();
  expect([parts, isStopped]).toEqual([2, false]);
  finish();
  await stopped;
  parted.begin();
  clock.advance(5_000);
  expect(parts).toBe(2);
});
