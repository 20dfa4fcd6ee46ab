import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY_MS } from '@hereabouts/contract/durations';
import { endInstances, newFolder, newInstance } from '@hereabouts/testing/restorable';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { backUp } from './backup.ts';

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
