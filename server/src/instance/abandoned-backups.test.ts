import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY_MS } from '@hereabouts/contract/durations';
import { endInstances, newFolder, newInstance } from '@hereabouts/testing/restorable';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { backUp, backupsFolder } from './backup.ts';

const parts = { clock: systemClock, log: silentLog };
const OLD_MS = 2 * DAY_MS;
afterAll(endInstances);

/** A name that ends in '/' is a folder. */
async function put(folder: string, name: string, ageMs: number): Promise<void> {
  const path = join(folder, name);
  await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true });
  if (!name.endsWith('/')) await writeFile(path, 'half');
  const atS = (systemClock.now() - ageMs) / 1_000;
  await utimes(path, atS, atS);
}

test('OPS-03 what a killed backup left in DATA_DIR goes with a later one, and what an operator keeps there stays', async () => {
  const config = await newInstance();
  const { dataDir } = config;
  for (const name of [
    '.backup-work-K1lled/',
    'backup-monday.tar',
    'backup-monday/',
    'backup-old/first.tar',
    '.backup-work-of-mine/',
    '.backup-work-a1b2C3',
  ]) {
    await put(dataDir, name, OLD_MS);
  }
  await put(dataDir, 'backup-old/', OLD_MS);
  await put(dataDir, '.backup-work-Runn1n/', 0);
  await backUp(config, join(await newFolder(), 'archive.tar'), parts);
  expect((await readdir(dataDir)).filter((name) => /^\.?backup-/.test(name)).toSorted()).toEqual([
    '.backup-work-Runn1n',
    '.backup-work-a1b2C3',
    '.backup-work-of-mine',
    'backup-monday',
    'backup-monday.tar',
    'backup-old',
  ]);
  expect(await readdir(join(dataDir, 'backup-old'))).toEqual(['first.tar']);
}, 120_000);

test('OPS-03 the unfinished archive of a killed backup goes with a later one of its name, or any in DATA_DIR/backups', async () => {
  const config = await newInstance();
  const [folder, backups] = [await newFolder(), backupsFolder(config.dataDir)];
  const unfinished = (name: string) => `${name}.${randomUUID()}.unfinished`;
  const [running, other] = [unfinished('archive.tar'), unfinished('other.tar')];
  for (const name of [unfinished('archive.tar'), other, 'archive.tar.unfinished'])
    await put(folder, name, OLD_MS);
  await put(folder, running, 0);
  await put(backups, unfinished('hereabouts.tar'), OLD_MS);
  await put(backups, 'mine.unfinished', OLD_MS);
  await backUp(config, join(folder, 'archive.tar'), parts);
  const left = [running, other, 'archive.tar', 'archive.tar.unfinished'];
  expect((await readdir(folder)).toSorted()).toEqual(left.toSorted());
  expect(await readdir(backups)).toEqual(['mine.unfinished']);
}, 120_000);
