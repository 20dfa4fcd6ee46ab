import { beforeEach, expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { ApiError, NetworkError } from '#web/lib/api/api.ts';
import { StopOutbox, type StopStorage } from './stop-outbox.ts';

const [FIRST, SECOND] = ['2026-06-20T12:00:00.000Z', '2026-06-20T12:05:00.000Z'];

let clock: FakeClock;
let kept: Map<string, string>;
/** What each request is answered with; none: 204. */
let failures: Error[];
let sent: number[];
/** Which consent each request was to end; null: any. */
let bound: (string | null)[];
let stopped: number[];
let isFull: boolean;

beforeEach(() => {
  clock = createFakeClock();
  kept = new Map();
  isFull = false;
  [failures, sent, bound, stopped] = [[], [], [], []];
});
const storage = (): StopStorage => ({
  get length() {
    return kept.size;
  },
  key: (index) => [...kept.keys()][index] ?? null,
  getItem: (key) => kept.get(key) ?? null,
  setItem(key, value) {
    if (isFull) throw new DOMException('', 'QuotaExceededError');
    kept.set(key, value);
  },
  removeItem: (key) => void kept.delete(key),
});
/** A page of `userId`, opened anew. */
function open(userId = 'marie'): StopOutbox {
  const outbox = new StopOutbox({
    storage: storage(),
    clock,
    serverNow: () => clock.now(),
    async send(eventId, startedAt) {
      sent.push(eventId);
      bound.push(startedAt);
      const failure = failures.shift();
      if (failure) throw failure;
    },
  });
  outbox.start(userId, (eventId) => void stopped.push(eventId));
  return outbox;
}
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};
const busy = (seconds: number) =>
  Object.assign(new ApiError(503, 'unavailable', 'Not now'), { retryAfterMs: seconds * 1_000 });

test('LIVE-10 a stop that did not reach the server is sent again until it does', async () => {
  failures = [new NetworkError('away'), new NetworkError('away')];
  const outbox = open();
  outbox.stop(7, FIRST);
  expect(outbox.snapshot().get(7)).toBe('sending');
  await settle();
  expect([outbox.snapshot().get(7), stopped]).toEqual(['waiting', []]);
  clock.advance(1_000);
  await settle();
  clock.advance(1_999);
  expect(sent).toHaveLength(2);
  clock.advance(1);
  await settle();
  expect([outbox.snapshot().size, stopped, kept.size]).toEqual([0, [7], 0]);
});

test('LIVE-10 the next attempt waits as long as the server asks for, or until the network is back', async () => {
  failures = [busy(30), busy(30)];
  const outbox = open();
  outbox.stop(7, FIRST);
  await settle();
  clock.advance(29_999);
  expect(sent).toHaveLength(1);
  clock.advance(1);
  await settle();
  expect(sent).toHaveLength(2);
  outbox.wake();
  await settle();
  expect(stopped).toEqual([7]);
});

test('LIVE-10 a stop survives a reload, and belongs to the person who pressed it', async () => {
  failures = [new NetworkError('away')];
  open().stop(7, FIRST);
  await settle();
  const others = open('tom');
  await settle();
  expect([others.snapshot().size, sent]).toEqual([0, [7]]);
  failures = [new NetworkError('away')];
  // The page before has gone with its timers.
  clock = createFakeClock();
  const again = open();
  expect(again.snapshot().get(7)).toBe('sending');
  await settle();
  expect(again.snapshot().get(7)).toBe('waiting');
  clock.advance(1_000);
  await settle();
  expect([again.snapshot().size, stopped]).toEqual([0, [7]]);
});

test('LIVE-10 losing the event ends a pending stop, and so does a new consent', async () => {
  failures = [new ApiError(404, 'not_found', 'Not found'), new NetworkError('away')];
  const outbox = open();
  outbox.stop(7, FIRST);
  await settle();
  expect([outbox.snapshot().size, stopped]).toEqual([0, [7]]);
  outbox.stop(8, FIRST);
  await settle();
  expect(outbox.settleStart(8, SECOND, outbox.pressesOf(8))).toBe(true);
  clock.advance(60_000);
  await settle();
  expect([outbox.snapshot().size, sent, kept.size]).toEqual([0, [7, 8], 0]);
});

test('LIVE-10 a retried stop ends only its own consent, also after a reload', async () => {
  failures = [new NetworkError('away'), new NetworkError('away')];
  const outbox = open();
  outbox.stop(7, FIRST);
  await settle();
  clock.advance(1_000);
  await settle();
  clock = createFakeClock();
  open();
  await settle();
  expect(bound).toEqual([null, FIRST, FIRST]);
  expect([stopped, kept.size]).toEqual([[7], 0]);
});

test('LIVE-10 a stop of a later consent is sent too, while that of an earlier one is on its way', async () => {
  failures = [new NetworkError('away')];
  const outbox = open();
  outbox.stop(7, FIRST);
  await settle();
  outbox.wake();
  outbox.stop(7, SECOND);
  await settle();
  expect(bound).toEqual([null, FIRST, SECOND]);
  expect([stopped, kept.size, outbox.snapshot().size]).toEqual([[7], 0, 0]);
});

test('LIVE-01 LIVE-10 what was agreed to and taken back is stopped by name, so that a consent given since stays', async () => {
  failures = [new NetworkError('away')];
  const outbox = open();
  outbox.stopOnly(7, FIRST);
  expect(outbox.snapshot().get(7)).toBe('sending');
  await settle();
  outbox.wake();
  await settle();
  expect([bound, stopped, kept.size]).toEqual([[FIRST, FIRST], [7], 0]);
});

test('LIVE-10 what a proxy answers for the server confirms no stop', async () => {
  failures = [new ApiError(404, null, 'Something went wrong')];
  const outbox = open();
  outbox.stop(7, FIRST);
  await settle();
  expect([outbox.snapshot().get(7), stopped, kept.size]).toEqual(['waiting', [], 1]);
  clock.advance(1_000);
  await settle();
  expect([bound, stopped, kept.size]).toEqual([[null, FIRST], [7], 0]);
});

test.each(['in this tab', 'in another tab'])(
  'LIVE-10 a stop pressed %s while a consent is on its way wins over the answer to it',
  async (where) => {
    failures = [new NetworkError('away'), new NetworkError('away')];
    const outbox = open();
    const presses = outbox.pressesOf(7);
    if (where === 'in this tab') outbox.stop(7, FIRST);
    else kept.set('hereabouts.stop.marie.7', FIRST);
    outbox.refresh();
    await settle();
    expect(outbox.settleStart(7, SECOND, presses)).toBe(false);
    await settle();
    expect(outbox.snapshot().get(7)).toBe('waiting');
    outbox.wake();
    await settle();
    expect([bound.at(-1), stopped, kept.size, outbox.snapshot().size]).toEqual([SECOND, [7], 0, 0]);
  },
);

test('LIVE-10 a stop that could not be stored is sent until it arrives, also on the next page', async () => {
  isFull = true;
  failures = [new NetworkError('away')];
  const outbox = open();
  outbox.stop(7, FIRST);
  await settle();
  outbox.start('marie', (eventId) => void stopped.push(eventId));
  expect(outbox.snapshot().get(7)).toBe('sending');
  await settle();
  expect([bound, stopped, outbox.snapshot().size]).toEqual([[null, FIRST], [7], 0]);
});

test('LIVE-10 a stop that is sent again also ends a consent given before it of which this page did not know', async () => {
  clock.advance(60_000);
  const pressedAt = new Date(clock.now()).toISOString();
  failures = [new NetworkError('away')];
  const outbox = open();
  outbox.stop(7, FIRST);
  await settle();
  clock.advance(1_000);
  await settle();
  expect([bound, stopped, kept.size]).toEqual([[null, pressedAt], [7], 0]);
});

test('LIVE-10 a stop of an earlier consent leaves a later one of another tab pending', async () => {
  failures = [new NetworkError('away'), new NetworkError('away')];
  open().stop(7, SECOND);
  await settle();
  open().stopOnly(7, FIRST);
  await settle();
  expect([...kept.values()]).toEqual([SECOND]);
});
