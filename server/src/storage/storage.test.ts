import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { startS3StandIn } from '@hereabouts/testing/s3-stand-in';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDiskStorage } from './disk-storage.ts';
import { openStorage } from './open.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';
import { contentTypeOfKey, InvalidKeyError } from './storage-key.ts';

/** A real S3-compatible service, where one is given; else objects are kept by a stand-in on the loopback. */
const REAL_S3 = process.env['TEST_S3_ENDPOINT'];
const BUCKET = process.env['TEST_S3_BUCKET'] ?? 'uploads';
const folder = await mkdtemp(join(tmpdir(), 'hereabouts-storage-'));
const clock = createFakeClock();
const standIn = REAL_S3 === undefined ? await startS3StandIn(BUCKET) : null;

afterAll(async () => {
  await standIn?.stop();
  await rm(folder, { recursive: true });
});

const s3Config = (bucket: string) => ({
  endpoint: REAL_S3 ?? standIn!.endpoint,
  region: 'us-east-1',
  bucket,
  accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? 'test',
  secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? 'test',
});

const ENGINES = [
  { name: 'disk', open: async () => openDiskStorage(join(folder, 'uploads'), clock) },
  { name: REAL_S3 ?? 'an S3 stand-in', open: async () => openS3Storage(s3Config(BUCKET)) },
];

const newKey = () => `${randomUUID()}.jpg`;

async function read(storage: Storage, key: string): Promise<Buffer | null> {
  const file = await storage.get(key);
  return file && buffer(file.body);
}

describe.each(ENGINES)('storage on $name', ({ open }) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
  });
  afterAll(() => storage.close());

  test('STOR-01 gives back what was put, with size, tag and the type of its name', async () => {
    const body = randomBytes(300_000);
    const key = `${randomUUID()}.card.webp`;
    await storage.put(key, body);

    const file = await storage.get(key);
    expect(file).toMatchObject({ bytes: body.length, contentType: 'image/webp' });
    expect(file?.etag).toMatch(/^"[^"]+"$/);
    expect((await buffer(file!.body)).equals(body)).toBe(true);
    const { body: _, ...info } = file!;
    expect(await storage.stat(key)).toEqual(info);
  });

  test('returns null for a missing file', async () => {
    expect(await storage.get(newKey())).toBeNull();
    expect(await storage.stat(newKey())).toBeNull();
  });

  test('keeps an empty body apart from a missing one', async () => {
    const key = newKey();
    await storage.put(key, new Uint8Array());
    expect(await read(storage, key)).toHaveLength(0);
  });

  test('OPS-02 lists every key once, and keeps notes apart, which are nobody’s files', async () => {
    const keys = Array.from({ length: 12 }, newKey);
    for (const key of keys) await storage.put(key, randomBytes(1));
    await Promise.all(['b.2', 'a.1', 'a.1'].map((name) => storage.notes.add(name)));
    const listed: string[] = [];
    for (let page = await storage.list(''); page.length > 0; page = await storage.list(page.at(-1) ?? '')) {
      listed.push(...page);
    }
    expect(listed).toEqual([...new Set(listed)].toSorted());
    expect(listed).toEqual(expect.arrayContaining(keys));
    expect(listed.filter((key) => contentTypeOfKey(key) === null)).toEqual([]);
    expect(await storage.notes.list('')).toEqual(['a.1', 'b.2']);
    expect(await storage.notes.list('a.1')).toEqual(['b.2']);
    expect(await storage.get('.notes/a.1')).toBeNull();
    await storage.notes.delete(['a.1', 'none', 'b.2']);
    expect(await storage.notes.list('')).toEqual([]);
    await expect(storage.notes.add('../x')).rejects.toThrow(InvalidKeyError);
  });

  test('replaces a file as a whole while it is being read', async () => {
    const key = newKey();
    const [before, after] = [Buffer.alloc(200_000, 1), Buffer.alloc(100_000, 2)];
    await storage.put(key, before);
    const reads = Array.from({ length: 20 }, () => read(storage, key));
    await storage.put(key, after);
    for (const seen of await Promise.all(reads)) {
      expect(seen?.equals(before) || seen?.equals(after)).toBe(true);
    }
    expect((await read(storage, key))?.equals(after)).toBe(true);
  });

  test('deletes, and deleting again is no error', async () => {
    const keys = [newKey(), newKey()];
    for (const key of keys) await storage.put(key, Buffer.from('x'));
    await storage.delete([...keys, newKey()]);
    await storage.delete(keys);
    for (const key of keys) expect(await storage.get(key)).toBeNull();
  });

  test.each([
    '../../etc/passwd',
    '..',
    '.',
    '',
    'a/b.jpg',
    'a\\b.jpg',
    '/etc/passwd.jpg',
    '.hidden.jpg',
    'aa..jpg',
    'aa\0.jpg',
    'AA.jpg',
    'aa.html',
    'aa.svg',
    'aa.jpg/..',
    '%2e%2e%2faa.jpg',
    `${'a'.repeat(200)}.jpg`,
  ])('STOR-02 no key leaves the bucket or names another type: %j', async (key) => {
    await expect(storage.put(key, Buffer.from('x'))).rejects.toBeInstanceOf(InvalidKeyError);
    expect(await storage.get(key)).toBeNull();
    expect(await storage.stat(key)).toBeNull();
    await storage.delete([key]);
  });

  test('an unread file can be let go', async () => {
    const key = newKey();
    await storage.put(key, randomBytes(500_000));
    const file = await storage.get(key);
    file?.body.destroy();
    expect((await read(storage, key))?.length).toBe(500_000);
  });

  test('says when it is ready', async () => {
    await expect(storage.ready()).resolves.toBeUndefined();
  });
});

test('a failed write leaves neither the file nor a part of it', async () => {
  const root = join(folder, 'failing');
  const storage = await openDiskStorage(root, clock);
  const key = newKey();
  // A file stands where the shard's folder should be.
  await writeFile(join(root, key.slice(0, 2)), '');
  await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(await readdir(join(root, '.incoming'))).toEqual([]);
});

test('opening the disk clears what a crash left half-written, and only that', async () => {
  const root = join(folder, 'crashed');
  await openDiskStorage(root, clock);
  const [old, fresh] = [join(root, '.incoming', 'old'), join(root, '.incoming', 'fresh')];
  for (const [path, ageS] of [
    [old, 7_200],
    [fresh, 60],
  ] as const) {
    await writeFile(path, 'half');
    await utimes(path, clock.now() / 1_000 - ageS, clock.now() / 1_000 - ageS);
  }
  await openDiskStorage(root, clock);
  await expect(stat(old)).rejects.toThrow('ENOENT');
  expect((await stat(fresh)).size).toBe(4);
});

test('a disk bucket whose folder is gone is not ready', async () => {
  const root = join(folder, 'gone');
  const storage = await openDiskStorage(root, clock);
  await rm(root, { recursive: true });
  await expect(storage.ready()).rejects.toThrow('ENOENT');
});

test('unreachable S3 is not ready, and a read throws instead of returning null', async () => {
  const storage = openS3Storage({ ...s3Config('uploads'), endpoint: 'http://127.0.0.1:1' });
  await expect(storage.ready()).rejects.toThrow();
  await expect(storage.get(newKey())).rejects.toThrow();
  await storage.close();
});

test('S3 without its bucket is not ready', async () => {
  const storage = openS3Storage(s3Config('no-such-bucket-here'));
  await expect(storage.ready()).rejects.toThrow();
  await expect(storage.get(newKey())).rejects.toThrow();
  await storage.close();
});

test('S3 gets its bucket when it is opened, and opening it again is no error', async () => {
  const s3 = s3Config(`made-${randomUUID()}`);
  for (const round of [1, 2]) {
    const storage = await openStorage({ dataDir: folder, s3 }, { clock, log: silentLog });
    await storage.ready();
    await storage.put('round.jpg', Buffer.alloc(round));
    expect(await read(storage, 'round.jpg')).toHaveLength(round);
    await storage.close();
  }
});

test('the configuration chooses the bucket', async () => {
  const dataDir = join(folder, 'data');
  const storage = await openStorage({ dataDir, s3: null }, { clock, log: silentLog });
  const key = newKey();
  await storage.put(key, Buffer.from('x'));
  expect(await readdir(join(dataDir, 'uploads', key.slice(0, 2)))).toEqual([key]);
  const remote = await openStorage(
    { dataDir, s3: { ...s3Config('b'), endpoint: 'http://127.0.0.1:1' } },
    { clock, log: silentLog },
  );
  await expect(remote.ready()).rejects.toThrow();
  await remote.close();
});

test('a key tells its type, whatever a browser would guess', () => {
  expect(contentTypeOfKey('0a.gif')).toBe('image/gif');
  expect(contentTypeOfKey('0a.detail.webp')).toBe('image/webp');
  expect(contentTypeOfKey('0a.jpg.html')).toBeNull();
  expect(contentTypeOfKey('constructor')).toBeNull();
  expect(contentTypeOfKey('aa.constructor')).toBeNull();
});
