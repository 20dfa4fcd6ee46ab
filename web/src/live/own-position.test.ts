import { standInDevice } from '@hereabouts/testing/stand-in-device';
import { expect, test } from 'vitest';
import { OwnPositionWatch } from './own-position.ts';
import type { PositionParts } from './position-parts.ts';

const device = standInDevice<GeolocationPosition, GeolocationPositionError>();
const createWatch = (permission: PermissionState | null, changes: Partial<PositionParts> = {}) =>
  new OwnPositionWatch({ ...device.parts(permission), ...changes });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('LIVE-08 nothing is asked of the browser before the person presses the button', async () => {
  for (const permission of ['prompt', null] as const) {
    device.watches.clear();
    const watch = createWatch(permission);
    watch.hold();
    await settle();
    expect([watch.snapshot().status, device.watches.size]).toEqual(['unasked', 0]);
    watch.ask();
    expect([watch.snapshot().status, device.watches.size]).toEqual(['asking', 1]);
    device.find(12);
    expect(watch.snapshot()).toMatchObject({ status: 'found', isCoarse: false, fix: { accuracyM: 12 } });
  }
});

test('LIVE-08 a position granted before is watched as long as somebody wants it', async () => {
  const watch = createWatch('granted');
  const releases = [watch.hold(), watch.hold()];
  await settle();
  expect(device.watches.size).toBe(1);
  releases[0]?.();
  await settle();
  expect(device.watches.size).toBe(1);
  releases[1]?.();
  // As when one page takes the place of another.
  const release = watch.hold();
  await settle();
  expect(device.watches.size).toBe(1);
  release();
  await settle();
  expect(device.watches.size).toBe(0);
});

test('LIVE-08 a refusal is said, and granting it in the settings starts the watch', async () => {
  const watch = createWatch('prompt');
  watch.hold();
  await settle();
  watch.ask();
  device.fail(1);
  expect([watch.snapshot().status, device.watches.size]).toEqual(['denied', 0]);
  device.changePermission('granted');
  expect([watch.snapshot().status, device.watches.size]).toEqual(['asking', 1]);
  device.find(10);
  device.changePermission('denied');
  expect(watch.snapshot()).toMatchObject({ status: 'denied', fix: null });
});

test('LIVE-08 a permission that ends while the page watches leads back to the button', async () => {
  const watch = createWatch('prompt');
  watch.hold();
  await settle();
  watch.ask();
  device.changePermission('granted');
  device.find(10);
  device.changePermission('prompt');
  expect([watch.snapshot(), device.watches.size]).toMatchObject([{ status: 'unasked', fix: null }, 0]);
  watch.ask();
  expect([watch.snapshot().status, device.watches.size]).toEqual(['asking', 1]);
});

test('LIVE-08 rough fixes that do not get better are called so, one good fix takes it back', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  device.find(3_000);
  expect(watch.snapshot().isCoarse).toBe(false);
  device.clock.advance(8_000);
  expect(watch.snapshot().isCoarse).toBe(true);
  device.find(15);
  expect(watch.snapshot().isCoarse).toBe(false);
  device.clock.advance(20_000);
  expect(watch.snapshot().isCoarse).toBe(false);
});

test('a device that does not find itself searches on, and keeps what it had', async () => {
  const watch = createWatch('granted');
  watch.hold();
  await settle();
  device.clock.advance(15_000);
  expect(watch.snapshot().status).toBe('searching');
  device.find(10);
  device.fail(2);
  expect(watch.snapshot()).toMatchObject({ status: 'searching', fix: { accuracyM: 10 } });
  watch.restart();
  expect(watch.snapshot()).toMatchObject({ status: 'searching', fix: { accuracyM: 10 } });
  device.find(10);
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
  device.clock.advance(29_999);
  expect(watch.snapshot().status).toBe('asking');
  device.clock.advance(1);
  expect([watch.snapshot().status, device.watches.size]).toEqual(['unasked', 1]);
  watch.ask();
  expect([watch.snapshot().status, [...device.watches.keys()]]).toEqual(['asking', [2]]);
  device.clock.advance(30_000);
  // On the next page nothing opens a question by itself.
  release();
  await settle();
  watch.hold();
  expect([watch.snapshot().status, device.watches.size]).toEqual(['unasked', 0]);
});

test('LIVE-08 a late answer to the browser’s question counts', async () => {
  const watch = createWatch('prompt');
  watch.hold();
  await settle();
  watch.ask();
  device.clock.advance(60_000);
  device.find(10);
  expect(watch.snapshot().status).toBe('found');
  device.changePermission('granted');
  expect([watch.snapshot().status, device.watches.size]).toEqual(['found', 1]);
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
    device.find(10);
    device.restore();
    await settle();
    expect([watch.snapshot(), device.watches.size]).toMatchObject([{ status, fix: null }, 0]);
  },
);

test('LIVE-08 where nobody uses the position, none is asked for again', async () => {
  const watch = createWatch('granted');
  watch.hold()();
  await settle();
  watch.restart();
  device.restore();
  await settle();
  expect(device.watches.size).toBe(0);
});
