import { expect, test } from 'vitest';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { createSessionLiveness } from './session-liveness.ts';

test('AUTH-07 one question in two seconds, also for many who ask at once', async () => {
  const clock = createFakeClock();
  let asked = 0;
  const liveness = createSessionLiveness(clock, async () => {
    asked += 1;
    return true;
  });
  await Promise.all([liveness.isAlive('a'), liveness.isAlive('a'), liveness.isAlive('a')]);
  expect(asked).toBe(1);
  clock.advance(1_999);
  await liveness.isAlive('a');
  expect(asked).toBe(1);
  clock.advance(1);
  await liveness.isAlive('a');
  expect(asked).toBe(2);
});

test('AUTH-07 a session that ends while it is being looked up is dead, then and later', async () => {
  const answer = Promise.withResolvers<boolean>();
  const liveness = createSessionLiveness(createFakeClock(), () => answer.promise);
  const early = liveness.isAlive('a');
  liveness.markEnded('a');
  answer.resolve(true);
  expect(await early).toBe(false);
  expect(await liveness.isAlive('a')).toBe(false);
});

test('a dead answer and a failed look-up are not remembered', async () => {
  const answers: (boolean | Error)[] = [new Error('away'), false, true];
  const liveness = createSessionLiveness(createFakeClock(), async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? false;
  });
  await expect(liveness.isAlive('a')).rejects.toThrow('away');
  expect(await liveness.isAlive('a')).toBe(false);
  expect(await liveness.isAlive('a')).toBe(true);
});
