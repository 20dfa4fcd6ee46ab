import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { openWhenAvailable } from './until-available.ts';

class Away extends Error {}

test('OPS-06 what is away at the start is opened once it is there, and each attempt is logged', async () => {
  const clock = createFakeClock();
  const logged: string[] = [];
  const log = {
    warn: (_: object, text: string) => void logged.push(text),
    info: (_: object, text: string) => void logged.push(text),
  };
  let attempts = 0;
  const opening = openWhenAvailable(
    'the database',
    async () => {
      attempts += 1;
      if (attempts < 3) throw new Away();
      return 'open';
    },
    { clock, log, isUnreachable: (error) => error instanceof Away },
  );
  for (const expected of [1, 2]) {
    await expect.poll(() => attempts).toBe(expected);
    await expect.poll(() => logged.length).toBe(expected);
    clock.advance(2_000);
  }
  expect(await opening).toBe('open');
  const again = 'the database cannot be reached; trying again in 2000 ms';
  expect(logged).toEqual([again, again, 'the database can be reached now']);
});

test('OPS-06 an error that will not go away ends the start', async () => {
  const opening = openWhenAvailable('the database', () => Promise.reject(new Error('wrong password')), {
    clock: createFakeClock(),
    log: { warn() {}, info() {} },
    isUnreachable: (error) => error instanceof Away,
  });
  await expect(opening).rejects.toThrow('wrong password');
});
