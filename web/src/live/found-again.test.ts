import { HOUR_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { standInDevice } from '@hereabouts/testing/stand-in-device';
import { expect, test } from 'vitest';
import { OwnPositionWatch } from './own-position.ts';

const device = standInDevice<GeolocationPosition, GeolocationPositionError>();
const createWatch = (permission: PermissionState) => new OwnPositionWatch(device.parts(permission));
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('LIVE-05 a clock that is set back does not hold the position where it was', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  device.find(10);
  device.clock.set(device.clock.now() - 3_600_000);
  device.find(20);
  expect(watch.snapshot().fix).toMatchObject({ accuracyM: 20, takenAtMs: device.clock.now() });
});

test('LIVE-01 LIVE-07 a device that stands still is found by a new watch, though it reports its old time', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const position = device.positionNow(10);
  device.watches.get(1)?.found(position);
  device.clock.advance(60_000);
  watch.restart();
  const askedAtMs = device.clock.now();
  expect([...device.watches.keys()]).toEqual([2]);
  device.watches.get(2)?.found(position);
  device.clock.advance(3_000);
  expect(watch.snapshot()).toMatchObject({ status: 'found', fix: { takenAtMs: askedAtMs } });
  // An answer to a request comes to the watch as well.
  device.clock.advance(15_000);
  watch.refresh();
  device.requests[0]?.found(position);
  device.watches.get(2)?.found(position);
  device.clock.advance(3_000);
  expect(watch.snapshot().fix?.takenAtMs).toBe(askedAtMs + 18_000);
});

test('LIVE-01 LIVE-05 a fix that the device has kept from elsewhere never counts as one of now where a newer one follows', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const home = device.positionNow(65);
  const answers = [
    (position: GeolocationPosition) => device.watches.get(2)?.found(position),
    (position: GeolocationPosition) => device.requests[0]?.found(position),
  ];
  for (const [index, answer] of answers.entries()) {
    device.clock.advance(2 * 3_600_000);
    if (index === 0) watch.restart();
    else watch.refresh();
    answer(home);
    device.clock.advance(2_900);
    expect(watch.snapshot().fix?.takenAtMs).toBeLessThan(device.clock.now() - 3_600_000);
    const found = device.positionNow(8);
    answer(found);
    device.clock.advance(10_000);
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
      device.watches.get(1)?.found(device.positionNow(minutes, device.clock.now() - minutes * MINUTE_MS));
      device.clock.advance(1_000);
    }
    device.clock.advance(3_000);
    expect(watch.snapshot().fix?.accuracyM).toBe(5);
  },
);

test('LIVE-05 a clock that is set back by hours does not hold a device that stands still where it was', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  device.find(10);
  device.clock.set(device.clock.now() - 2 * HOUR_MS);
  const moved = device.positionNow(20);
  device.clock.advance(60_000);
  watch.restart();
  const askedAtMs = device.clock.now();
  device.watches.get(2)?.found(moved);
  device.clock.advance(3_000);
  expect(watch.snapshot().fix).toMatchObject({ accuracyM: 20, takenAtMs: askedAtMs });
});

test('LIVE-05 LIVE-12 a device that says it is lost is not found where it was', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const before = device.positionNow(10);
  device.watches.get(1)?.found(before);
  device.clock.advance(60_000);
  watch.restart();
  device.watches.get(2)?.found(before);
  device.fail(2);
  device.clock.advance(3_000);
  expect(watch.snapshot()).toMatchObject({ status: 'searching', fix: { takenAtMs: before.timestamp } });
});

test('LIVE-01 a new watch forgets the old fix that the one before it was about to believe', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const home = device.positionNow(65);
  device.clock.advance(60_000);
  watch.restart();
  device.watches.get(2)?.found(home);
  device.clock.advance(2_900);
  watch.restart();
  device.clock.advance(2_900);
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
  expect(device.requests).toHaveLength(2);
  device.requests[0]?.failed({ code: 3 } as GeolocationPositionError);
  device.clock.advance(5_000);
  expect([...device.watches.keys()]).toEqual([1]);
  device.requests[1]?.found(device.positionNow(10));
  expect([...device.watches.keys()]).toEqual([1]);
  device.clock.advance(0);
  expect([...device.watches.keys()]).toEqual([2]);
  watch.refresh();
  device.requests[2]?.failed({ code: 3 } as GeolocationPositionError);
  device.clock.advance(5_000);
  expect([...device.watches.keys()]).toEqual([2]);
});

test('LIVE-07 a request that is never answered does not keep a new watch from beginning', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  watch.refresh();
  watch.restart();
  device.clock.advance(29_000);
  expect([...device.watches.keys()]).toEqual([1]);
  device.clock.advance(1_000);
  device.clock.advance(0);
  expect([...device.watches.keys()]).toEqual([2]);
  watch.refresh();
  expect(device.requests).toHaveLength(2);
});

test('LIVE-07 a page that comes back from the back/forward cache watches again, whatever it had asked before', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  watch.refresh();
  device.restore();
  await settle();
  expect([...device.watches.keys()]).toEqual([2]);
  device.find(10);
  expect(watch.snapshot().status).toBe('found');
});

test('FIND-01 LIVE-05 a page that is shown again after a while does not count as found where it was hidden', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const gate = device.positionNow(10);
  device.watches.get(1)?.found(gate);
  device.clock.advance(MINUTE_MS);
  device.show();
  await settle();
  expect([watch.snapshot().status, [...device.watches.keys()]]).toEqual(['found', [1]]);
  device.clock.advance(20 * MINUTE_MS);
  device.show();
  await settle();
  expect(watch.snapshot()).toMatchObject({ status: 'searching', fix: { takenAtMs: gate.timestamp } });
  expect([...device.watches.keys()]).toEqual([2]);
  const askedAtMs = device.clock.now();
  device.watches.get(2)?.found(gate);
  expect(watch.snapshot().status).toBe('searching');
  // It stands still: nothing newer comes.
  device.clock.advance(3_000);
  expect(watch.snapshot()).toMatchObject({ status: 'found', fix: { takenAtMs: askedAtMs } });
});

test('FIND-01 LIVE-05 an old first fix, or one of an earlier visit to the page, does not count as found', async () => {
  const watch = createWatch('granted');
  const release = watch.hold();
  await settle();
  device.watches.get(1)?.found(device.positionNow(10, device.clock.now() - 20 * MINUTE_MS));
  expect(watch.snapshot().status).toBe('searching');
  device.find(10);
  expect(watch.snapshot().status).toBe('found');
  release();
  await settle();
  device.clock.advance(20 * MINUTE_MS);
  watch.hold();
  expect(watch.snapshot().status).toBe('searching');
  device.find(10);
  expect(watch.snapshot().status).toBe('found');
});

test('LOC-09 HOME-16 the watch tells others where the device is, looking anew after a while', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  // Without a fix others ask the device themselves.
  expect(watch.locate()).toBeNull();
  const position = device.positionNow(10);
  device.watches.get(1)?.found(position);
  device.clock.advance(59_000);
  expect(await watch.locate()).toMatchObject({ takenAtMs: position.timestamp });
  expect([...device.watches.keys()]).toEqual([1]);
  device.clock.advance(2_000);
  const anew = watch.locate();
  const askedAtMs = device.clock.now();
  device.watches.get(2)?.found(position);
  device.clock.advance(3_000);
  expect(await anew).toMatchObject({ takenAtMs: askedAtMs });
  device.clock.advance(61_000);
  const silent = watch.locate();
  device.clock.advance(14_000);
  expect(await silent).toBeNull();
  device.fail(2);
  expect(watch.locate()).toBeNull();
});

test('LOC-09 HOME-16 a device that stands still is found also while a request is unanswered', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  const position = device.positionNow(10);
  device.watches.get(1)?.found(position);
  device.clock.advance(61_000);
  watch.refresh();
  const found = watch.locate();
  device.clock.advance(10_000);
  device.requests[0]?.failed({ code: 3 } as GeolocationPositionError);
  device.clock.advance(0);
  device.watches.get(2)?.found(position);
  device.clock.advance(3_000);
  expect(await found).toMatchObject({ takenAtMs: device.clock.now() - 3_000 });
});

test('LOC-09 HOME-16 where the permission ends meanwhile, nothing is told of where the device was', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  device.find(10);
  device.clock.advance(61_000);
  const found = watch.locate();
  device.changePermission('prompt');
  expect(await found).toBeNull();
});
