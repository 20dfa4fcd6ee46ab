import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import { coolDownSince } from './cool-down.ts';

const coolDownAfter = async (tookMs: number) => {
  const clock = createFakeClock();
  const startedMs = clock.now();
  clock.set(startedMs + tookMs);
  const state = { isOver: false };
  void coolDownSince(clock, startedMs).then(() => (state.isOver = true));
  await yieldToEventLoop();
  const startsAtMs = clock.now();
  while (!state.isOver) {
    clock.advance(10);
    await yieldToEventLoop();
  }
  return clock.now() - startsAtMs;
};

test('a batch is followed by a cool-down as long as it took, at most a second', async () => {
  expect([await coolDownAfter(0), await coolDownAfter(200), await coolDownAfter(4_000)]).toEqual([
    0, 200, 1_000,
  ]);
});

test('a clock that is set back during a cool-down does not prolong it', async () => {
  const clock = createFakeClock();
  let isOver = false;
  clock.set(clock.now() + 200);
  void coolDownSince(clock, clock.now() - 200).then(() => (isOver = true));
  clock.set(clock.now() - 3_600_000);
  clock.advance(200);
  await yieldToEventLoop();
  expect(isOver).toBe(true);
});

test('a clock that was set meanwhile causes no cool-down', async () => {
  expect(await coolDownAfter(3_600_000)).toBe(0);
});
