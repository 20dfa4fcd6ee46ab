import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createTestDataDir } from '@hereabouts/testing/data-dir';
import { silentLog } from '@hereabouts/testing/silent-log';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import { extractArchive, packBytes } from '#server/db/tar-folder.ts';
import { checkArchive } from './read-archive.ts';
import { backUp } from './backup.ts';
import { restoreArchive } from './restore.ts';

const parts = { clock: systemClock, log: silentLog };
/** Of long ago: they change nothing, and are kept all the same. */
const NOTES = Array.from({ length: 1_001 }, (_, nth) => `${1_000_000_000_000 + nth}.event.${nth}`);

describe.skipIf(inject('testDatabase').engine !== 'pglite')(
  'notes of an archive',
  { timeout: 120_000 },
  () => {
    const folders: string[] = [];
    let archive: string;
    let unpacked: string;

    const newFolder = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'hereabouts-notes-'));
      folders.push(folder);
      return folder;
    };
    const configOf = (dataDir: string): Config => ({ ...readConfig({ LOG_LEVEL: 'fatal' }), dataDir });
    const read = async (name: string) => JSON.parse(await readFile(join(unpacked, name), 'utf8')) as object;
    const packed = async (entries: readonly (readonly [name: string, bytes: Buffer])[]) => {
      const path = join(await newFolder(), 'packed.tar');
      const tar = pack();
      const written = pipeline(tar, createWriteStream(path));
      for (const [name, bytes] of entries) await packBytes(tar, name, bytes);
      tar.finalize();
      await written;
      return path;
    };
    const entryOf = async (name: string) => [name, await readFile(join(unpacked, name))] as const;
    const rows = async () => {
      const names = (await readdir(join(unpacked, 'rows'))).toSorted();
      return await Promise.all([...names.map((name) => `rows/${name}`), 'database.json'].map(entryOf));
    };

    beforeAll(async () => {
      const dataDir = await createTestDataDir();
      folders.push(dataDir);
      await mkdir(join(dataDir, 'uploads/.notes'), { recursive: true });
      for (const name of NOTES) await writeFile(join(dataDir, 'uploads/.notes', name), '');
      archive = join(await newFolder(), 'archive.tar');
      await backUp(configOf(dataDir), archive, parts);
      unpacked = await newFolder();
      await extractArchive(archive, unpacked, { isCompressed: false });
    });
    afterAll(async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    });

    test('OPS-11 an entry holds a thousand notes at most, and all of them are read', async () => {
      expect((await readdir(join(unpacked, 'notes'))).toSorted()).toEqual([
        '000000001.json.gz',
        '000000002.json.gz',
      ]);
      expect(await read('contents.json')).toMatchObject({ notes: { rows: NOTES.length } });
      expect((await checkArchive(archive)).notes).toEqual(NOTES);
    });

    test('OPS-03 without some of them it is damaged', async () => {
      const some = await entryOf('notes/000000002.json.gz');
      const bad = await packed([
        await entryOf('hereabouts.json'),
        ...(await rows()),
        some,
        await entryOf('contents.json'),
      ]);
      await expect(checkArchive(bad)).rejects.toThrow('it has 1 notes instead of 1001');
    });

    test('OPS-03 OPS-11 an archive of the first format, notes in its end, is restored', async () => {
      const head = Buffer.from(JSON.stringify({ ...(await read('hereabouts.json')), format: 1 }));
      const end = Buffer.from(
        JSON.stringify({ ...(await read('contents.json')), notes: NOTES.slice(0, 10) }),
      );
      const first = await packed([['hereabouts.json', head], ...(await rows()), ['contents.json', end]]);
      const dataDir = await newFolder();
      await restoreArchive(configOf(dataDir), first, { replace: false }, parts);
      expect((await readdir(join(dataDir, 'uploads/.notes'))).toSorted()).toEqual(NOTES.slice(0, 10));
    });
  },
);
