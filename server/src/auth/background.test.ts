import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { DatabaseUnavailableError } from '#server/db/errors.ts';
import { createBackground } from './background.ts';
import { busy } from './wire-error.ts';

const failed: string[] = [];
const log = { error: (_: object, text: string) => void failed.push(text) };

test('OPS-10 work left after an answer is retried while the database is away', async () => {
  const clock = createFakeClock();
  const background = createBackground(log, clock);
  let tries = 0;
  background.run('sending', async () => {
    tries += 1;
    if (tries < 4) throw new DatabaseUnavailableError('away');
  });
  for (const expected of [1, 2, 3]) {
    await expect.poll(() => tries).toBe(expected);
    // The pause begins a turn after the failure.
    await new Promise((resolve) => void setImmediate(resolve));
    clock.advance(1_000);
  }
  await background.idle();
  expect(tries).toBe(4);
  expect(failed).toEqual([]);
});

test('OPS-10 any other failure, or one at shutdown, is logged at once', async () => {
  const background = createBackground(log, createFakeClock());
  background.run('sending', () => Promise.reject(new Error('no')));
  await background.idle();
  background.run('asking', () => Promise.reject(new DatabaseUnavailableError('away')));
  await new Promise((resolve) => void setImmediate(resolve));
  await background.stop();
  expect(failed.splice(0)).toEqual(['sending failed', 'asking failed']);
});

test('AUTH-09 work left after an answer is retried when the process was busy', async () => {
  const clock = createFakeClock();
  const background = createBackground(log, clock);
  let tries = 0;
  background.run('contesting', async () => {
    tries += 1;
    if (tries === 1) throw busy();
  });
  await new Promise((resolve) => void setImmediate(resolve));
  clock.advance(1_000);
  await background.idle();
  expect([tries, failed]).toEqual([2, []]);
});
