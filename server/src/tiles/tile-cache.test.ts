import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

const BLOCK = 4_096;

const open = (cacheBytes: number, clock = createFakeClock(), hasSpace = async () => true) =>
  createTileCache({ dir, cacheBytes, hasSpace }, clock);

const tile = (bytes: number): CachedTile => ({
  body: Buffer.alloc(bytes, 10),
  type: 'image/png',
  etag: '"e"',
  validators: { etag: null, lastModified: null },
  freshUntilMs: 1,
  lifetimeMs: 1,
});

test('HOME-17 the least recently used tiles go when the cache is full', async () => {
  const clock = createFakeClock();
  const cache = open(5 * BLOCK, clock);
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
  const before = open(10 * BLOCK, clock);
  for (const key of ['1/0/0', '1/0/1', '1/1/0']) {
    await before.write(key, tile(1_000));
    clock.advance(1_000);
  }
  clock.advance(3_600_000);
  await before.read('1/0/0');
  const leftover = path.join(dir, '1/0/9.tile.1-1.part');
  await writeFile(leftover, 'half');

  const after = open(4 * BLOCK, clock);
  await after.settled();
  expect(existsSync(leftover)).toBe(false);
  expect(await after.read('1/0/1')).toBeNull();
  expect(await after.read('1/0/0')).not.toBeNull();
  expect(await after.read('1/1/0')).not.toBeNull();
});

test('HOME-17 tiles that come faster than the disk takes them leave no more on it than it may hold (S6)', async () => {
  const cache = open(40 * BLOCK);
  await cache.settled();
  const onDisk = async () =>
    (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.tile')).length;
  const most: number[] = [];
  const keys = Array.from({ length: 1_000 }, (_, at) => `10/1/${at}`);
  await Promise.all(
    keys.map(async (key, at) => {
      await cache.write(key, tile(1_000));
      if (at % 20 === 0) most.push(await onDisk());
    }),
  );
  // One tile more while it is written, and those whose removal has begun.
  expect(Math.max(...most)).toBeLessThanOrEqual(45);
});

test('HOME-17 replacing a tile does not count it twice', async () => {
  const cache = open(4 * BLOCK);
  await cache.write('1/0/0', tile(1_000));
  for (let n = 0; n < 5; n += 1) await cache.write('1/1/1', tile(1_000));
  await cache.settled();
  expect(await cache.read('1/0/0')).not.toBeNull();
});

/** Disk taken by everything in the folder, as the file system counts it. */
async function bytesOnDisk(): Promise<number> {
  const names = await readdir(dir, { recursive: true });
  const stats = await Promise.all(names.map((name) => lstat(path.join(dir, name))));
  return stats.reduce((sum, { blocks }) => sum + blocks * 512, 0);
}

test('HOME-17 tiny tiles all over the world stay within the cap on disk, folders included (S6)', async () => {
  const cache = open(256 * 1_024);
  for (let x = 0; x < 200; x += 1) await cache.write(`13/${x * 7}/1`, tile(70));
  await cache.settled();
  // The folder of the zoom level itself is not counted.
  expect(await bytesOnDisk()).toBeLessThanOrEqual(256 * 1_024 + 2 * BLOCK);
  expect(await readdir(path.join(dir, '13'))).toHaveLength(32);
  expect((await cache.read('13/1393/1'))?.body).toHaveLength(70);
});

test('HOME-17 empty folders of an earlier run are removed, and can be used again (S6)', async () => {
  await mkdir(path.join(dir, '13/5'), { recursive: true });
  const cache = open(2 * BLOCK);
  await cache.settled();
  expect(existsSync(path.join(dir, '13'))).toBe(false);
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([cache.write('13/5/1', tile(70)), cache.write('13/6/1', tile(70))]);
  }
  await cache.settled();
  expect(await readdir(path.join(dir, '13'))).toHaveLength(1);
});

test('HOME-17 a file of an earlier run that cannot be removed keeps no tile from being counted', async () => {
  // Its folder can be opened, but its own path is longer than a path may be.
  const depth = Math.floor((4_000 - dir.length) / 101);
  const folder = path.join(dir, ...Array.from({ length: depth }, () => 'a'.repeat(100)));
  await mkdir(folder, { recursive: true });
  execFileSync('touch', [`${'b'.repeat(240)}.part`], { cwd: folder });
  try {
    const cache = open(2 * BLOCK);
    await cache.settled();
    await cache.write('1/0/0', tile(70));
    expect(await cache.read('1/0/0')).not.toBeNull();
  } finally {
    execFileSync('rm', ['-r', path.join(dir, 'a'.repeat(100))]);
  }
});

test('HOME-17 tiles from zoom 14 on that an earlier release kept take no space from others', async () => {
  await mkdir(path.join(dir, '14/1'), { recursive: true });
  await writeFile(path.join(dir, '14/1/1.tile'), 'x');
  await open(2 * BLOCK, createFakeClock('2020-01-01T00:00:00.000Z')).write('13/1/1', tile(70));
  const cache = open(2 * BLOCK);
  await cache.settled();
  expect(await cache.read('13/1/1')).not.toBeNull();
});

test('HOME-17 OPS-06 on a disk without room no tile is kept, and more go than are asked for, until there is room again (S6)', async () => {
  let isSpace = true;
  const cache = open(1_000 * BLOCK, createFakeClock(), async () => isSpace);
  await cache.settled();
  for (let y = 0; y < 12; y += 1) await cache.write(`10/1/${y}`, tile(1_000));
  isSpace = false;
  await cache.write('10/1/12', tile(1_000));
  await cache.settled();
  expect((await readdir(path.join(dir, '10/1'))).toSorted()).toEqual(['10.tile', '11.tile']);
  isSpace = true;
  await cache.write('10/1/12', tile(1_000));
  expect(await cache.read('10/1/12')).not.toBeNull();
});

test('HOME-17 a tile that cannot be written leaves no part of it', async () => {
  const cache = open(10 * BLOCK);
  await mkdir(path.join(dir, '1/0/0.tile/in-the-way'), { recursive: true });
  await writeFile(path.join(dir, '1/0/0.tile/in-the-way/x'), '');
  await expect(cache.write('1/0/0', tile(70))).rejects.toThrow('EISDIR');
  expect(await readdir(path.join(dir, '1/0'))).toEqual(['0.tile']);
});
