import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTileCache, type CachedTile } from './tile-cache.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'tile-cache-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const tile = (bytes: number): CachedTile => ({
  body: Buffer.alloc(bytes, 10),
  type: 'image/png',
  etag: '"e"',
  validators: { etag: null, lastModified: null },
  freshUntilMs: 1,
});

test('HOME-17 the least recently used tiles go when the cache is full', async () => {
  const clock = createFakeClock();
  const cache = createTileCache({ dir, cacheBytes: 3_500 }, clock);
  for (const key of ['1/0/0', '1/0/1', '1/1/0']) await cache.write(key, tile(1_000));
  await cache.read('1/0/0');
  await cache.write('1/1/1', tile(1_000));
  await cache.settled();
  expect(await cache.read('1/0/1')).toBeNull();
  expect(existsSync(path.join(dir, '1/0/1.tile'))).toBe(false);
  for (const key of ['1/0/0', '1/1/0', '1/1/1']) expect((await cache.read(key))?.body).toHaveLength(1_000);
});

test('HOME-17 use is remembered across a restart, and leftovers of an interrupted write are removed', async () => {
  const clock = createFakeClock();
  const before = createTileCache({ dir, cacheBytes: 10_000 }, clock);
  for (const key of ['1/0/0', '1/0/1', '1/1/0']) {
    await before.write(key, tile(1_000));
    clock.advance(1_000);
  }
  clock.advance(3_600_000);
  await before.read('1/0/0');
  const leftover = path.join(dir, '1/0/9.tile.1-1.part');
  await writeFile(leftover, 'half');

  const after = createTileCache({ dir, cacheBytes: 2_500 }, clock);
  await after.settled();
  expect(existsSync(leftover)).toBe(false);
  expect(await after.read('1/0/1')).toBeNull();
  expect(await after.read('1/0/0')).not.toBeNull();
  expect(await after.read('1/1/0')).not.toBeNull();
});

test('HOME-17 replacing a tile does not count it twice', async () => {
  const cache = createTileCache({ dir, cacheBytes: 2_500 }, createFakeClock());
  await cache.write('1/0/0', tile(1_000));
  for (let n = 0; n < 5; n += 1) await cache.write('1/1/1', tile(1_000));
  await cache.settled();
  expect(await cache.read('1/0/0')).not.toBeNull();
});
