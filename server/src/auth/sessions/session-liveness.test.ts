import { expect, test } from 'vitest';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { createSessionLiveness, type SessionStanding } from './session-liveness.ts';

const A = { sessionId: 'a', userId: 'ann' };

test('AUTH-07 a session is looked up once in two seconds, also for many who ask at once', async () => {
  const clock = createFakeClock();
  let asked = 0;
  const liveness = createSessionLiveness(clock, async () => {
    asked += 1;
    return 'single_step';
  });
  await Promise.all([liveness.standing(A), liveness.standing(A), liveness.standing(A)]);
  expect(asked).toBe(1);
  clock.advance(1_999);
  await liveness.standing(A);
  expect(asked).toBe(1);
  clock.advance(1);
  await liveness.standing(A);
  expect(asked).toBe(2);
});

test('AUTH-07 a session that ends while it is being looked up is dead, then and later', async () => {
  const answer = Promise.withResolvers<SessionStanding>();
  const liveness = createSessionLiveness(createFakeClock(), () => answer.promise);
  const early = liveness.standing(A);
  liveness.markEnded('a');
  answer.resolve('single_step');
  expect(await early).toBe('ended');
  expect(await liveness.standing(A)).toBe('ended');
});

test('a dead answer and a failed look-up are not remembered', async () => {
  const answers: (SessionStanding | Error)[] = [new Error('away'), 'ended', 'single_step'];
  const liveness = createSessionLiveness(createFakeClock(), async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer ?? 'ended';
  });
  await expect(liveness.standing(A)).rejects.toThrow('away');
  expect(await liveness.standing(A)).toBe('ended');
  expect(await liveness.standing(A)).toBe('single_step');
});

test('MFA-03 a session that lacks the second step is asked about each time, one let through is remembered', async () => {
  const answers: SessionStanding[] = ['restricted', 'two_step', 'ended'];
  const liveness = createSessionLiveness(createFakeClock(), async () => answers.shift() ?? 'ended');
  expect(await liveness.standing(A)).toBe('restricted');
  expect(await liveness.standing(A)).toBe('two_step');
  expect(await liveness.standing(A)).toBe('two_step');
});

test('MFA-03 a session that changes while it is being looked up is asked about again', async () => {
  const answer = Promise.withResolvers<SessionStanding>();
  const answers: (SessionStanding | Promise<SessionStanding>)[] = [answer.promise, 'restricted'];
  const liveness = createSessionLiveness(createFakeClock(), async () => answers.shift() ?? 'ended');
  const early = liveness.standing(A);
  liveness.forget('a');
  answer.resolve('single_step');
  await early;
  expect(await liveness.standing(A)).toBe('restricted');
});

test('AUTH-07 PERM-01 a session stands for its own user only, whether it is remembered or being looked up', async () => {
  const liveness = createSessionLiveness(createFakeClock(), async ({ userId }) =>
    userId === A.userId ? 'single_step' : 'ended',
  );
  const foreign = { ...A, userId: 'bob' };
  expect(await Promise.all([liveness.standing(A), liveness.standing(foreign)])).toEqual([
    'single_step',
    'ended',
  ]);
  expect(await liveness.standing(A)).toBe('single_step');
  expect(await liveness.standing(foreign)).toBe('ended');
  expect(await liveness.standing(A)).toBe('single_step');
});
