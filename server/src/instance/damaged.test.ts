import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp } from '@hereabouts/testing/app';
import { createTestDataDir } from '@hereabouts/testing/data-dir';
import { contentsOf, createEmptyDatabase } from '@hereabouts/testing/instance';
import { PATIENT } from '@hereabouts/testing/patience';
import { startPostgres } from '@hereabouts/testing/postgres';
import { silentLog } from '@hereabouts/testing/silent-log';
import { png } from '@hereabouts/testing/upload-forms';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { backUp } from './backup.ts';
import { checkArchive } from './read-archive.ts';
import { restoreArchive } from './restore.ts';

const parts = { clock: systemClock, log: silentLog };
const here = inject('testDatabase').engine;
const installed = here === 'pglite' ? await startPostgres() : null;
afterAll(() => installed?.stop());

const BLOCK_BYTES = 512;
const SIZE_AT = 124;

/** Without the entry whose name ends so. */
function withoutEntry(whole: Buffer, ending: string): Buffer {
  const at = Math.floor(whole.indexOf(ending) / BLOCK_BYTES) * BLOCK_BYTES;
  const size = Number.parseInt(whole.subarray(at + SIZE_AT, at + SIZE_AT + 11).toString(), 8);
  const next = at + BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  return Buffer.concat([whole.subarray(0, at), whole.subarray(next)]);
}

function withOtherByte(whole: Buffer, after: string, distance: number): Buffer {
  const changed = Buffer.from(whole);
  const at = whole.indexOf(after) + distance;
  changed[at] = (whole[at] ?? 0) ^ 1;
  return changed;
}

const upTo = (whole: Buffer, name: string): Buffer => whole.subarray(0, whole.indexOf(name));

const DAMAGES: [string, (whole: Buffer) => Buffer, string][] = [
  ['cut off among its rows', (whole) => upTo(whole, 'database.json'), 'is not complete'],
  ['cut off after its last picture', (whole) => upTo(whole, 'contents.json'), 'is not complete'],
  [
    'cut off in the middle of something',
    (whole) => whole.subarray(0, whole.length / 2),
    'nothing was changed',
  ],
  [
    'without some of its rows',
    (whole) => withoutEntry(whole, '-public.users.json.gz'),
    '0 rows of public.users',
  ],
  ['with rows that cannot be read', (whole) => withOtherByte(whole, 'rows/', 540), 'nothing was changed'],
  ['with a picture that has changed', (whole) => withOtherByte(whole, 'files/', 600), 'files instead of'],
  ['of a schema that is not known', (whole) => withOtherByte(whole, '"checksum":"', 12), 'has changed since'],
  [
    'with a column that the migrations do not make',
    (whole) => withOtherByte(whole, '"columns":["', 12),
    'other columns than the migrations make',
  ],
  ['that is something else', () => Buffer.from('something else'), 'not a backup'],
];

describe.skipIf(here !== 'pglite' || installed === null)('a restore', { timeout: 120_000 }, () => {
  let whole: Buffer;
  /** With what is there before. */
  const places: { config: Config; before: Record<string, string[]> }[] = [];
  const folders: string[] = [];

  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hereabouts-damaged-'));
    folders.push(folder);
    return folder;
  };

  beforeAll(async () => {
    const dataDir = await createTestDataDir();
    folders.push(dataDir);
    const embedded: Config = { ...readConfig({ LOG_LEVEL: 'fatal' }), dataDir };
    const app = await startTestApp({ dataDir }, { db: await openDatabase({ dataDir, ...PATIENT }, parts) });
    const anna = await app.signUp({ name: 'Anna' });
    await anna.ok(routes.createUpload, { body: await png() });
    await app.stop();
    const archive = join(await newFolder(), 'archive.tar');
    await backUp(embedded, archive, parts);
    whole = await readFile(archive);
    const url = await createEmptyDatabase(installed!, 'kept');
    const remote: Config = { ...embedded, dataDir: await newFolder(), database: { url, poolSize: 2 } };
    await restoreArchive(remote, archive, { replace: false }, parts);
    for (const config of [embedded, remote]) {
      await rm(join(config.dataDir, 'uploads'), { recursive: true });
      places.push({ config, before: await contentsOf(config) });
    }
  });
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  test.each(DAMAGES)(
    'OPS-03 from an archive %s changes nothing, in either database or on disk',
    async (_, damage, reason) => {
      const bad = join(await newFolder(), 'bad.tar');
      await writeFile(bad, damage(whole));
      for (const { config, before } of places) {
        await expect(restoreArchive(config, bad, { replace: true }, parts)).rejects.toThrow(reason);
        expect(await contentsOf(config)).toEqual(before);
        const stored = await readdir(join(config.dataDir, 'uploads'), { recursive: true }).catch(() => []);
        expect(stored.filter((name) => /\.(png|webp)$/.test(name))).toEqual([]);
      }
    },
  );
});

test('OPS-03 a backup that the system does not let be read is not taken for another file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-unread-'));
  try {
    await expect(checkArchive(folder)).rejects.toThrow(`${folder} cannot be read: EISDIR`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
