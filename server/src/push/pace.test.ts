import { MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createPace, type PacedPush } from './pace.ts';

const push = (id: string, more: Partial<PacedPush> = {}): PacedPush => ({
  id,
  deviceId: 'phone',
  subject: null,
  actorId: 'Marie',
  inviterId: null,
  isByStranger: false,
  ...more,
});
const ids = (count: number) => Array.from({ length: count }, (_, at) => `job ${at}`);

test('PUSH-03 each waiting push has its own moment, in order, and asks only once more', () => {
  const clock = createFakeClock();
  const pace = createPace(clock);
  const waits = ids(30).map((id) => pace.take(push(id)));
  expect(waits.slice(0, 11)).toEqual([...Array.from({ length: 10 }, () => 0), 6 * SECOND_MS]);
  expect(waits.at(-1)).toBe(2 * MINUTE_MS);
  for (let at = 10; at < 30; at += 1) {
    clock.advance(6 * SECOND_MS);
    expect(pace.take(push(`job ${at}`))).toBe(0);
  }
  expect(pace.take(push('next'))).toBe(6 * SECOND_MS);
});

test('PUSH-03 what was not sent leaves its place to the next, and a subject keeps its pause', () => {
  const pace = createPace(createFakeClock());
  const about = { tag: 'event 1', everyMs: 30 * SECOND_MS };
  expect(pace.take(push('one', { subject: about }))).toBe(0);
  pace.refund(push('one', { subject: about }));
  expect(pace.take(push('two', { subject: about }))).toBe(0);
  expect(pace.take(push('three', { subject: about }))).toBe(30 * SECOND_MS);
  expect(pace.take(push('four', { subject: about, deviceId: 'tablet' }))).toBe(0);
});

test('PUSH-03 strangers together make a device ring five times in ten minutes, and hold up no friend', () => {
  const clock = createFakeClock();
  const pace = createPace(clock);
  const strangers = (from: string) =>
    ids(8).map((id) => pace.take(push(`${from} ${id}`, { actorId: `${from} ${id}`, isByStranger: true })));
  expect(strangers('first')).toEqual([0, 0, 0, 0, 0, null, null, null]);
  expect(pace.take(push('a friend'))).toBe(0);
  clock.advance(2 * MINUTE_MS);
  expect(strangers('second')).toEqual([0, ...Array.from({ length: 7 }, () => null)]);
});

test('PUSH-03 what several have caused counts for the one who may push first', () => {
  const pace = createPace(createFakeClock());
  expect(pace.firstFree('phone', [])).toBeNull();
  for (const id of ids(12)) pace.take(push(id));
  expect(pace.firstFree('phone', ['Marie', 'Paul'])).toBe('Paul');
  for (const id of ids(20)) pace.take(push(`of Paul ${id}`, { actorId: 'Paul' }));
  expect(pace.firstFree('phone', ['Marie', 'Paul'])).toBe('Marie');
  expect(pace.firstFree('tablet', ['Marie', 'Paul'])).toBe('Marie');
});

test('PUSH-03 chats that one person invites to count together, whoever writes in them, and apart from what that person causes', () => {
  const pace = createPace(createFakeClock());
  const inChat = (id: string) => push(id, { subject: null, actorId: `writer ${id}`, inviterId: 'Paul' });
  expect(ids(10).map((id) => pace.take(inChat(`chat ${id}`)))).toEqual(ids(10).map(() => 0));
  expect(pace.take(inChat('one more'))).toBeGreaterThan(0);
  expect(pace.take(push('cancelled', { actorId: 'Paul' }))).toBe(0);
  expect(pace.take({ ...inChat('of Paul'), actorId: 'Paul' })).toBe(0);
});
