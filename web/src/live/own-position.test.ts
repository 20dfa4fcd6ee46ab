import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { beforeEach, expect, test } from 'vitest';
import { OwnPositionWatch } from './own-position.ts';
import type { PositionParts } from './position-parts.ts';

let clock: FakeClock;
let watches: Map<number, { found: PositionCallback; failed: PositionErrorCallback }>;
let requests: { found: PositionCallback; failed: PositionErrorCallback }[];
let restore: () => void;
let changePermission: (state: PermissionState) => void;

beforeEach(() => {
  clock = createFakeClock();
  watches = new Map();
  requests = [];
});

function createWatch(permission: PermissionState | null, changes: Partial<PositionParts> = {}) {
  let begun = 0;
  return new OwnPositionWatch({
    locator: {
      watchPosition: (found, failed) => {
        begun += 1;
        watches.set(begun, { found, failed: failed ?? (() => {}) });
        return begun;
      },
      clearWatch: (id) => void watches.delete(id),
      getCurrentPosition: (found, failed) => void requests.push({ found, failed: failed ?? (() => {}) }),
    },
    isSecure: true,
    watchPermission: (onChange) => {
      changePermission = onChange;
      return Promise.resolve(permission);
    },
    readPermission: () => Promise.resolve(permission),
    watchRestored: (onRestored) => void (restore = onRestored),
    clock,
    ...changes,
  });
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const positionNow = (accuracy: number, timestamp = clock.now()) =>
  ({
    coords: { latitude: 49.18, longitude: -2.1, accuracy, speed: null },
    timestamp,
  }) as GeolocationPosition;
const find = (accuracy: number) => {
  for (const { found } of watches.values()) found(positionNow(accuracy));
};
const fail = (code: number) => {
  for (const { failed } of watches.values()) failed({ code } as GeolocationPositionError);
};

test('LIVE-08 nothing is asked of the browser before the person presses the button', async () => {
  for (const permission of ['prompt', null] as const) {
    watches.clear();
    const watch = createWatch(permission);
    watch.hold();
    await settle();
    expect([watch.snapshot().status, watches.size]).toEqual(['unasked', 0]);
    watch.ask();
    expect([watch.snapshot().status, watches.size]).toEqual(['asking', 1]);
    find(12);
    expect(watch.snapshot()).toMatchObject({ status: 'found', isCoarse: false, fix: { accuracyM: 12 } });
  }
});

test('LIVE-08 where it was granted before, it is watched as long as somebody wants it', async () => {
  const watch = createWatch('granted');
  const releases = [watch.hold(), watch.hold()];
  await settle();
  expect(watches.size).toBe(1);
  releases[0]?.();
  await settle();
  expect(watches.size).toBe(1);
  releases[1]?.();
  // As when one page takes the place of another.
  const release = watch.hold();
  await settle();
  expect(watches.size).toBe(1);
  release();
  await settle();
  expect(watches.size).toBe(0);
});

test('LIVE-08 a refusal is said, and granting it in the settings starts the watch', async () => {
  const watch = createWatch('prompt');
  watch.hold();
  await settle();
  watch.ask();
  fail(1);
  expect([watch.snapshot().status, watches.size]).toEqual(['denied', 0]);
  changePermission('granted');
  expect([watch.snapshot().status, watches.size]).toEqual(['asking', 1]);
  find(10);
  changePermission('denied');
  expect(watch.snapshot()).toMatchObject({ status: 'denied', fix: null });
});

test('LIVE-08 a permission that ends while the page watches leads back to the button', async () => {
  const watch = createWatch('prompt');
  watch.hold();
  await settle();
  watch.ask();
  changePermission('granted');
  find(10);
  changePermission('prompt');
  expect([watch.snapshot(), watches.size]).toMatchObject([{ status: 'unasked', fix: null }, 0]);
  watch.ask();
  expect([watch.snapshot().status, watches.size]).toEqual(['asking', 1]);
});

test('LIVE-08 rough fixes that do not get better are called so, one good fix takes it back', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  find(3_000);
  expect(watch.snapshot().isCoarse).toBe(false);
  clock.advance(8_000);
  expect(watch.snapshot().isCoarse).toBe(true);
  find(15);
  expect(watch.snapshot().isCoarse).toBe(false);
  clock.advance(20_000);
  expect(watch.snapshot().isCoarse).toBe(false);
});

test('a device that does not find itself searches on, and keeps what it had', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  clock.advance(15_000);
  expect(watch.snapshot().status).toBe('searching');
  find(10);
  fail(2);
  expect(watch.snapshot()).toMatchObject({ status: 'searching', fix: { accuracyM: 10 } });
  watch.restart();
  expect(watch.snapshot()).toMatchObject({ status: 'searching', fix: { accuracyM: 10 } });
  find(10);
  expect(watch.snapshot().status).toBe('found');
});

test('LIVE-08 an insecure page and an unsupported device are distinguished', async () => {
  const insecure = createWatch('prompt', { isSecure: false });
  insecure.hold();
  expect(insecure.snapshot().status).toBe('insecure');
  const none = createWatch('prompt', { locator: null });
  none.hold();
  none.ask();
  expect(none.snapshot().status).toBe('unsupported');
});

test('LIVE-08 where the browser’s question was put away without a word, the button comes back and asks again', async () => {
  const watch = createWatch('prompt');
  const release = watch.hold();
  await settle();
  watch.ask();
  clock.advance(29_999);
  expect(watch.snapshot().status).toBe('asking');
  clock.advance(1);
  expect([watch.snapshot().status, watches.size]).toEqual(['unasked', 1]);
  watch.ask();
  expect([watch.snapshot().status, [...watches.keys()]]).toEqual(['asking', [2]]);
  clock.advance(30_000);
  // On the next page nothing opens a question by itself.
  release();
  await settle();
  watch.hold();
  expect([watch.snapshot().status, watches.size]).toEqual(['unasked', 0]);
});

test('LIVE-08 a late answer to the browser’s question counts', async () => {
  const watch = createWatch('prompt');
  watch.hold();
  await settle();
  watch.ask();
  clock.advance(60_000);
  find(10);
  expect(watch.snapshot().status).toBe('found');
  changePermission('granted');
  expect([watch.snapshot().status, watches.size]).toEqual(['found', 1]);
});

test('LIVE-05 a clock that is set back does not hold the position where it was', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  find(10);
  clock.set(clock.now() - 3_600_000);
  find(20);
  expect(watch.snapshot().fix).toMatchObject({ accuracyM: 20, takenAtMs: clock.now() });
});

test('LIVE-01 LIVE-07 a device that stands still is found by a new watch, though it reports its old time', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const position = positionNow(10);
  watches.get(1)?.found(position);
  clock.advance(60_000);
  watch.restart();
  const askedAtMs = clock.now();
  expect([...watches.keys()]).toEqual([2]);
  watches.get(2)?.found(position);
  clock.advance(3_000);
  expect(watch.snapshot()).toMatchObject({ status: 'found', fix: { takenAtMs: askedAtMs } });
  // An answer to a request comes to the watch as well.
  clock.advance(15_000);
  watch.refresh();
  requests[0]?.found(position);
  watches.get(2)?.found(position);
  clock.advance(3_000);
  expect(watch.snapshot().fix?.takenAtMs).toBe(askedAtMs + 18_000);
});

test('LIVE-01 LIVE-05 a fix that the device has kept from elsewhere never counts as one of now where a newer one follows', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const home = positionNow(65);
  const answers = [
    (position: GeolocationPosition) => watches.get(2)?.found(position),
    (position: GeolocationPosition) => requests[0]?.found(position),
  ];
  for (const [index, answer] of answers.entries()) {
    clock.advance(2 * 3_600_000);
    if (index === 0) watch.restart();
    else watch.refresh();
    answer(home);
    clock.advance(2_900);
    expect(watch.snapshot().fix?.takenAtMs).toBeLessThan(clock.now() - 3_600_000);
    const found = positionNow(8);
    answer(found);
    clock.advance(10_000);
    expect(watch.snapshot().fix).toMatchObject({ accuracyM: 8, takenAtMs: found.timestamp });
  }
});

test.each([[[70, 5]], [[5, 70]]])(
  'LIVE-05 of several kept fixes, %s minutes old, the older never takes the place of the later one',
  async (ages) => {
    const watch = createWatch('granted');
    watch.hold();
    await settle();
    for (const minutes of ages) {
      watches.get(1)?.found(positionNow(minutes, clock.now() - minutes * MINUTE_MS));
      clock.advance(1_000);
    }
    clock.advance(3_000);
    expect(watch.snapshot().fix?.accuracyM).toBe(5);
  },
);

test('LIVE-05 a clock that is set back by hours does not hold a device that stands still where it was', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  find(10);
  clock.set(clock.now() - 2 * HOUR_MS);
  const moved = positionNow(20);
  clock.advance(60_000);
  watch.restart();
  const askedAtMs = clock.now();
  watches.get(2)?.found(moved);
  clock.advance(3_000);
  expect(watch.snapshot().fix).toMatchObject({ accuracyM: 20, takenAtMs: askedAtMs });
});

test('LIVE-05 LIVE-12 a device that says it is lost is not found where it was', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const before = positionNow(10);
  watches.get(1)?.found(before);
  clock.advance(60_000);
  watch.restart();
  watches.get(2)?.found(before);
  fail(2);
  clock.advance(3_000);
  expect(watch.snapshot()).toMatchObject({ status: 'searching', fix: { takenAtMs: before.timestamp } });
});

test('LIVE-01 a new watch forgets the old fix that the one before it was about to believe', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const home = positionNow(65);
  clock.advance(60_000);
  watch.restart();
  watches.get(2)?.found(home);
  clock.advance(2_900);
  watch.restart();
  clock.advance(2_900);
  expect(watch.snapshot().fix?.takenAtMs).toBe(home.timestamp);
});

test('LIVE-07 a new watch begins once no request is unanswered, which would keep the device with the old one', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  watch.refresh();
  watch.refresh();
  watch.restart();
  // The new watch asks for the same.
  watch.refresh();
  expect(requests).toHaveLength(2);
  requests[0]?.failed({ code: 3 } as GeolocationPositionError);
  clock.advance(5_000);
  expect([...watches.keys()]).toEqual([1]);
  requests[1]?.found(positionNow(10));
  expect([...watches.keys()]).toEqual([1]);
  clock.advance(0);
  expect([...watches.keys()]).toEqual([2]);
  watch.refresh();
  requests[2]?.failed({ code: 3 } as GeolocationPositionError);
  clock.advance(5_000);
  expect([...watches.keys()]).toEqual([2]);
});

test('LIVE-07 a request that is never answered does not keep a new watch from beginning', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  watch.refresh();
  watch.restart();
  clock.advance(29_000);
  expect([...watches.keys()]).toEqual([1]);
  clock.advance(1_000);
  clock.advance(0);
  expect([...watches.keys()]).toEqual([2]);
  watch.refresh();
  expect(requests).toHaveLength(2);
});

test('LIVE-07 a page that comes back from the back/forward cache watches again, whatever it had asked before', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  watch.refresh();
  restore();
  await settle();
  expect([...watches.keys()]).toEqual([2]);
  find(10);
  expect(watch.snapshot().status).toBe('found');
});

test.each([
  ['prompt', 'unasked'],
  [null, 'unasked'],
  ['denied', 'denied'],
] as const)(
  'LIVE-08 a page that comes back from the back/forward cache with the permission %s does not open the question',
  async (permission, status) => {
    const watch = createWatch('prompt', { readPermission: () => Promise.resolve(permission) });
    watch.hold();
    await settle();
    watch.ask();
    find(10);
    restore();
    await settle();
    expect([watch.snapshot(), watches.size]).toMatchObject([{ status, fix: null }, 0]);
  },
);

test('LIVE-08 where nobody uses the position, none is asked for again', async () => {
  const watch = createWatch('granted');
  watch.hold()();
  await settle();
  watch.restart();
  restore();
  await settle();
  expect(watches.size).toBe(0);
});

test('LOC-09 HOME-16 the watch tells others where the device is, looking anew after a while', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  // Without a fix others ask the device themselves.
  expect(watch.locate()).toBeNull();
  const position = positionNow(10);
  watches.get(1)?.found(position);
  clock.advance(59_000);
  expect(await watch.locate()).toMatchObject({ takenAtMs: position.timestamp });
  expect([...watches.keys()]).toEqual([1]);
  clock.advance(2_000);
  const anew = watch.locate();
  const askedAtMs = clock.now();
  watches.get(2)?.found(position);
  clock.advance(3_000);
  expect(await anew).toMatchObject({ takenAtMs: askedAtMs });
  clock.advance(61_000);
  const silent = watch.locate();
  clock.advance(14_000);
  expect(await silent).toBeNull();
  fail(2);
  expect(watch.locate()).toBeNull();
});

test('LOC-09 HOME-16 a device that stands still is found also while a request is unanswered', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const position = positionNow(10);
  watches.get(1)?.found(position);
  clock.advance(61_000);
  watch.refresh();
  const found = watch.locate();
  clock.advance(10_000);
  requests[0]?.failed({ code: 3 } as GeolocationPositionError);
  clock.advance(0);
  watches.get(2)?.found(position);
  clock.advance(3_000);
  expect(await found).toMatchObject({ takenAtMs: clock.now() - 3_000 });
});

test('LOC-09 HOME-16 where the permission ends meanwhile, nothing is told of where the device was', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  find(10);
  clock.advance(61_000);
  const found = watch.locate();
  changePermission('prompt');
  expect(await found).toBeNull();
});
