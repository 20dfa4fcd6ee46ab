import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '@hereabouts/contract/routes';
import { endInstances, newFolder, newInstance, startInstance } from '@hereabouts/testing/restorable';
import { silentLog } from '@hereabouts/testing/silent-log';
import { png } from '@hereabouts/testing/upload-forms';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { backUp } from './backup.ts';
import { lastBackupMs } from './last-backup.ts';
import { requireFound } from './pictures.ts';

const parts = { clock: systemClock, log: silentLog };
afterAll(endInstances);

test(
  'OPS-03 OPS-07 a backup that finds no pictures leaves the former archive and is not noted, unless it is forced',
  { timeout: 120_000 },
  async () => {
    const config = await newInstance();
    const app = await startInstance(config);
    const anna = await app.signUp({ name: 'Anna' });
    const { path: picture } = await anna.ok(routes.createUpload, { body: await png() });
    await anna.ok(routes.updateMe, { body: { image: picture } });
    const folder = await newFolder();
    const archive = join(folder, 'today.tar');
    await writeFile(archive, 'the former one');
    const uploads = join(config.dataDir, 'uploads');
    const away = join(await mkdtemp(join(folder, 'away-')), 'uploads');
    await rename(uploads, away);

    await expect(backUp(config, archive, parts)).rejects.toThrow(
      `1 of 1 pictures are not in the folder ${uploads}`,
    );
    expect(await readFile(archive, 'utf8')).toBe('the former one');
    expect(await lastBackupMs(config.dataDir)).toBeNull();
    expect((await readdir(folder)).filter((name) => name.includes('.tar'))).toEqual(['today.tar']);

    const forced = await backUp(config, archive, { ...parts, force: true });
    expect(forced.pictures).toMatchObject({ files: 0, missing: 3, missingOriginals: 1 });
    await rm(uploads, { recursive: true });
    await rename(away, uploads);
    const whole = await backUp(config, archive, parts);
    expect(whole.pictures).toMatchObject({ files: 3, missing: 0, missingOriginals: 0 });
    expect(await lastBackupMs(config.dataDir)).toBeGreaterThan(0);
  },
);

test('OPS-03 a few pictures may be missing: two, or one in twenty', () => {
  const check = (listed: number, missingOriginals: number) => () =>
    requireFound(listed, { missingOriginals }, 'the folder');
  for (const [listed, missing] of [
    [0, 0],
    [3, 2],
    [100, 5],
    [1_000, 50],
  ] as const) {
    expect(check(listed, missing)).not.toThrow();
  }
  for (const [listed, missing] of [
    [1, 1],
    [2, 2],
    [4, 3],
    [100, 6],
    [1_000, 51],
  ] as const) {
    expect(check(listed, missing)).toThrow(`${missing} of ${listed} pictures are not in the folder`);
  }
});
