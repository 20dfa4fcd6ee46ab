import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import type { Position } from '@hereabouts/contract/live';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { beforeEach, expect, test } from 'vitest';
import { destination } from '#web/lib/geo/geodesy.ts';
import type { Fix } from './own-position.ts';
import { PositionSender } from './position-sender.ts';

let clock: FakeClock;
let sentPositions: (Position & { atMs: number })[];
let refreshes: number;
let restarts: number;
/** When it was said that the device is still there. */
let stillHere: number[];
let answer: { isWatched: boolean } | null | 'never';
let sender: PositionSender;
let startMs: number;

beforeEach(() => {
  clock = createFakeClock();
  startMs = clock.now();
  sentPositions = [];
  refreshes = 0;
  restarts = 0;
  stillHere = [];
  answer = { isWatched: true };
  sender = new PositionSender({
    clock,
    sendPosition: (position) => {
      sentPositions.push({ ...position, atMs: clock.now() - startMs });
      return answer === 'never' ? new Promise(() => {}) : Promise.resolve(answer);
    },
    sendStillHere: () => void stillHere.push(clock.now() - startMs),
    refresh: () => {
      refreshes += 1;
    },
    restart: () => {
      restarts += 1;
    },
  });
});

const HERE = { latitude: 49.18, longitude: -2.1 };
const fixAt = (metres: number, changes: Partial<Fix> = {}): Fix => ({
  ...destination(HERE, 90, metres),
  accuracyM: 10,
  speedMps: null,
  courseDeg: null,
  takenAtMs: clock.now(),
  ...changes,
});
/** Lets answers arrive. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const times = () => sentPositions.map(({ atMs }) => atMs);

/** A device that gives a fix each second, moving on by so many metres. */
async function live(seconds: number, metresPerSecond: number) {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    sender.setFix(fixAt(metresPerSecond * ((clock.now() - startMs) / 1_000)));
    await settle();
  }
}

test('LIVE-07 nothing is sent before there is a connection; then the latest, with its age', async () => {
  sender.setFix(fixAt(0));
  clock.advance(2_000);
  sender.setFix(fixAt(20));
  clock.advance(3_000);
  expect(sentPositions).toEqual([]);
  sender.setConnected(true);
  expect(sentPositions).toMatchObject([{ age_ms: 3_000, accuracy: 10, atMs: 5_000 }]);
  expect(refreshes).toBe(1);
});

test('LIVE-01 where the device was before the start is never sent, however often it is given', async () => {
  const home = fixAt(0, { takenAtMs: startMs - 8 * MINUTE_MS });
  sender.setFix(home);
  sender.setConnected(true);
  for (let second = 0; second < 60; second += 1) {
    clock.advance(1_000);
    sender.setFix(home);
    await settle();
  }
  expect([sentPositions, stillHere]).toEqual([[], []]);
  // Once for the connection, then every 15 s.
  expect([restarts, refreshes]).toEqual([1, 5]);
  sender.setFix(fixAt(900));
  expect(sentPositions).toMatchObject([{ age_ms: 0, atMs: 60_000 }]);
});

test('LIVE-01 LIVE-07 a device that stands still is asked at once, and sent as soon as it is found again', () => {
  sender.setConnected(true);
  sender.setFix(fixAt(0, { takenAtMs: startMs - 20_000 }));
  expect([sentPositions, restarts]).toEqual([[], 1]);
  sender.setFix(fixAt(0));
  expect(sentPositions).toMatchObject([{ age_ms: 0, atMs: 0 }]);
});

test('LIVE-01 old fixes that a new watch brings first do not begin another one', () => {
  sender.setConnected(true);
  for (const minutes of [20, 20, 5]) sender.setFix(fixAt(0, { takenAtMs: startMs - minutes * MINUTE_MS }));
  expect([sentPositions, restarts]).toEqual([[], 1]);
});

test('LIVE-07 a fix from a moment before the start is sent', () => {
  sender.setFix(fixAt(0, { takenAtMs: startMs - 4_000 }));
  sender.setConnected(true);
  expect(sentPositions).toMatchObject([{ age_ms: 4_000, atMs: 0 }]);
});

test('LIVE-07 a runner is sent each second, a person who stands every 15 with a fresh fix', async () => {
  sender.setConnected(true);
  await live(5, 15);
  expect(times()).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
  sentPositions = [];
  for (let second = 0; second < 31; second++) {
    clock.advance(1_000);
    sender.setFix(fixAt(75));
    await settle();
  }
  expect(times()).toEqual([20_000, 35_000]);
  expect(sentPositions.every(({ age_ms }) => age_ms <= 1_000)).toBe(true);
});

test('LIVE-07 a device that falls silent is asked again; the old fix is not said twice', async () => {
  sender.setConnected(true);
  sender.setFix(fixAt(0));
  await settle();
  refreshes = 0;
  clock.advance(15_000);
  await settle();
  expect([times(), refreshes]).toEqual([[0], 1]);
  clock.advance(700);
  sender.setFix(fixAt(0));
  await settle();
  expect(times()).toEqual([0, 15_700]);
  clock.advance(30_000);
  await settle();
  expect([times().length, refreshes]).toEqual([2, 3]);
});

test('LIVE-07 while nobody looks once a minute, and at once when somebody does again', async () => {
  answer = { isWatched: false };
  sender.setConnected(true);
  await live(70, 15);
  expect(times()).toEqual([1_000, 61_000]);
  sentPositions = [];
  sender.setWatched(true);
  expect(times()).toEqual([70_000]);
});

test('LIVE-07 after a lost connection the latest goes out at once, whatever was under way', async () => {
  answer = 'never';
  sender.setConnected(true);
  sender.setFix(fixAt(0));
  await live(3, 15);
  expect(times()).toEqual([0]);
  sender.setConnected(false);
  await live(3, 15);
  expect(times()).toEqual([0]);
  answer = { isWatched: true };
  sender.setConnected(true);
  expect(times()).toEqual([0, 6_000]);
  expect(sentPositions[1]?.age_ms).toBe(0);
});

test('LIVE-07 a low battery sends less', async () => {
  sender.setBatteryLow(true);
  sender.setConnected(true);
  await live(11, 15);
  expect(times()).toEqual([1_000, 6_000, 11_000]);
});

test('LIVE-12 where the server has restarted, a device that has stood still for longer is found anew, and sent at once', async () => {
  answer = { isWatched: false };
  sender.setConnected(true);
  sender.setFix(fixAt(0));
  for (const hour of [1, 2]) {
    await settle();
    clock.advance(HOUR_MS);
    sender.setConnected(false);
    sender.setConnected(true);
    clock.advance(5 * MINUTE_MS);
    // Once in all that time: it may take long.
    expect([restarts, sentPositions.length]).toEqual([hour, hour]);
    sender.setFix(fixAt(0));
    expect(sentPositions.at(-1)).toMatchObject({ age_ms: 0, atMs: clock.now() - startMs });
  }
});

test('a fix that is only too rough does not begin another watch', () => {
  sender.setConnected(true);
  sender.setFix(fixAt(0, { accuracyM: 25_000 }));
  expect(restarts).toBe(0);
});

test('a fix that the server would refuse is not sent, and the next good one is', async () => {
  sender.setConnected(true);
  sender.setFix(fixAt(0, { accuracyM: 25_000 }));
  await settle();
  expect(sentPositions).toEqual([]);
  clock.advance(1_000);
  sender.setFix(fixAt(0));
  await settle();
  expect(sentPositions).toHaveLength(1);
});

test('LIVE-07 what the server did not take is tried again soon, then more rarely', async () => {
  answer = null;
  sender.setConnected(true);
  sender.setFix(fixAt(0));
  for (let second = 0; second < 20; second++) {
    await settle();
    clock.advance(1_000);
  }
  expect(times()).toEqual([0, 1_000, 3_000, 8_000, 18_000]);
  answer = { isWatched: true };
  for (let second = 0; second < 30; second++) {
    await settle();
    clock.advance(1_000);
  }
  expect(times()).toHaveLength(6);
});

test('once stopped it is silent', async () => {
  sender.setConnected(true);
  sender.setFix(fixAt(0));
  await settle();
  sender.stop();
  clock.advance(120_000);
  expect(sentPositions).toHaveLength(1);
});

test('LIVE-12 a device that gives no new fix says every 15 s that it is still there', async () => {
  sender.setConnected(true);
  sender.setFix(fixAt(0));
  await settle();
  for (let second = 0; second < 50; second += 1) {
    clock.advance(1_000);
    await settle();
  }
  expect([times(), stillHere]).toEqual([[0], [15_000, 30_000, 45_000]]);
  sender.setConnected(false);
  clock.advance(60_000);
  expect(stillHere).toHaveLength(3);
});

test('LIVE-05 LIVE-12 after a fix too rough to be sent it is not said that the device is still there; the next good one goes at once', async () => {
  sender.setConnected(true);
  sender.setFix(fixAt(0));
  await settle();
  clock.advance(5_000);
  sender.setFix(fixAt(13_000, { accuracyM: 25_000 }));
  refreshes = 0;
  clock.advance(MINUTE_MS);
  sender.setWatched(false);
  sender.setWatched(true);
  expect([times(), stillHere, refreshes]).toEqual([[0], [], 5]);
  sender.setFix(fixAt(13_000));
  await settle();
  expect(sentPositions.slice(1)).toMatchObject([{ accuracy: 10, age_ms: 0, atMs: 65_000 }]);
  clock.advance(15_000);
  expect(stillHere).toEqual([80_000]);
});

test('LIVE-12 a device that has stood still for longer than a fix may be old says after a reconnection that it is still there', async () => {
  sender.setConnected(true);
  sender.setFix(fixAt(0));
  await settle();
  sender.setConnected(false);
  clock.advance(HOUR_MS);
  sender.setConnected(true);
  for (let second = 0; second < 15; second += 1) {
    clock.advance(1_000);
    await settle();
  }
  expect([times(), stillHere]).toEqual([[0], [HOUR_MS + 15_000]]);
});

test('LIVE-12 an old fix sent again comes with still_here; the next fix goes at once', async () => {
  answer = { isWatched: false };
  sender.setConnected(true);
  sender.setFix(fixAt(0));
  await settle();
  sender.setConnected(false);
  clock.advance(MINUTE_MS);
  sender.setConnected(true);
  expect([times(), stillHere]).toEqual([[0, MINUTE_MS], []]);
  await settle();
  expect(stillHere).toEqual([MINUTE_MS]);
  clock.advance(2_000);
  sender.setFix(fixAt(0));
  await settle();
  expect(sentPositions.slice(2)).toMatchObject([{ age_ms: 0, atMs: MINUTE_MS + 2_000 }]);
  expect(stillHere).toHaveLength(1);
});

test('LIVE-07 a clock that is set back does not delay what is sent', async () => {
  sender.setConnected(true);
  await live(2, 2);
  const before = sentPositions.length;
  clock.set(clock.now() - 3_600_000);
  sender.setFix(fixAt(30));
  expect(sentPositions.slice(before)).toMatchObject([{ age_ms: 0 }]);
  await settle();
  await live(2, 2);
  expect(sentPositions.length).toBeGreaterThan(before + 1);
});
