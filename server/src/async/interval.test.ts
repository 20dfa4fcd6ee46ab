import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { startInterval } from './interval.ts';

function start() {
  const clock = createFakeClock();
  const failures: string[] = [];
  const runs: PromiseWithResolvers<void>[] = [];
  const log = { error: (_: object, message: string) => void failures.push(message) };
  const work = () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  const stop = startInterval({ clock, log }, { everyMs: 1_000, failure: 'could not sweep', work });
  return { clock, failures, runs, stop };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('works every so often, never twice at once, and goes on after a failure', async () => {
  const { clock, failures, runs } = start();
  expect(runs).toHaveLength(0);
  clock.advance(1_000);
  clock.advance(1_000);
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('no database'));
  await turn();
  expect(failures).toEqual(['could not sweep']);
  clock.advance(1_000);
  expect(runs).toHaveLength(2);
});

test('stopping waits for a running job and starts no further one', async () => {
  const { clock, runs, stop } = start();
  clock.advance(1_000);
  let hasStopped = false;
  const stopping = stop().then(() => {
    hasStopped = true;
  });
  await turn();
  expect(hasStopped).toBe(false);
  runs[0]?.resolve();
  await stopping;
  clock.advance(5_000);
  expect(runs).toHaveLength(1);
});
