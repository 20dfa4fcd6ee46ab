import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { beforeEach, expect, test } from 'vitest';
import { ReadMarker, type Marks } from './read-marker.ts';
import { READ_AFTER_MS, READ_EVERY_MS } from './read-pace.ts';

const AGAIN_AFTER_MS = 10_000;

let clock: FakeClock;
let sent: Marks[];
/** Of each marker in turn: after how many ms to try again; further ones are taken. */
let failures: number[];
let marker: ReadMarker;
beforeEach(() => {
  clock = createFakeClock();
  sent = [];
  failures = [];
  marker = new ReadMarker((marks) => {
    sent.push(marks);
    return Promise.resolve(failures.shift() ?? null);
  }, clock);
});

const pass = async (ms: number) => {
  clock.advance(ms);
  await new Promise((resolve) => void setImmediate(resolve));
};
const atEnd = (reach: number, readSeq: number) => ({ isAtBottom: true, reach, readSeq });
const above = (reach: number, readSeq: number) => ({ isAtBottom: false, reach, readSeq });

test('PUSH-05 CHAT-12 whoever leaves before the next marker is due has read what was in sight', async () => {
  marker.look(atEnd(1, 0));
  await pass(READ_AFTER_MS);
  marker.look(atEnd(1, 1));
  await pass(500);
  marker.look(atEnd(2, 1));
  await pass(READ_EVERY_MS - 600);
  expect(sent).toEqual([{ seq: 1 }]);
  marker.look(null);
  expect(sent).toEqual([{ seq: 1 }, { seq: 2 }]);
  await pass(READ_EVERY_MS);
  marker.look(null);
  expect(sent).toHaveLength(2);
});

test('CHAT-12 passing by is not reading', async () => {
  marker.look(atEnd(1, 0));
  await pass(READ_AFTER_MS - 1);
  marker.look(null);
  await pass(READ_EVERY_MS);
  expect(sent).toEqual([]);
});

test.each([
  ['CHAT-12 a message that is read', atEnd, { seq: 5 }],
  ['PUSH-05 a message that is shown', above, { seq: 4, shown_seq: 5 }],
])('%s is marked once more where that failed, and only then', async (_what, looking, marks) => {
  failures = [AGAIN_AFTER_MS];
  marker.look(looking(5, 4));
  await pass(READ_AFTER_MS);
  expect(sent).toEqual([marks]);
  await pass(AGAIN_AFTER_MS - 1);
  // No sooner, whatever happens.
  marker.look(looking(5, 4));
  await pass(0);
  expect(sent).toHaveLength(1);
  await pass(1);
  expect(sent).toEqual([marks, marks]);
  await pass(10 * AGAIN_AFTER_MS);
  expect(sent).toHaveLength(2);
});

test('a marker that fails once its reader has left is not sent again', async () => {
  failures = [AGAIN_AFTER_MS];
  marker.look(atEnd(1, 0));
  await pass(READ_AFTER_MS - 1);
  await pass(1);
  marker.look(null);
  await pass(2 * AGAIN_AFTER_MS);
  expect(sent).toHaveLength(1);
});
