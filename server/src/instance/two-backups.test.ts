import { randomUUID } from 'node:crypto';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { endInstances, newFolder, newInstance, startInstance } from '@hereabouts/testing/restorable';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { checkArchive } from './read-archive.ts';
import { backUp, backupsFolder } from './backup.ts';

const parts = { clock: systemClock, log: silentLog };
afterAll(endInstances);

test('OPS-03 two backups at once do not disturb each other, also into one file', async () => {
  const config = await newInstance();
  const app = await startInstance(config);
  await app.signUp({ name: 'Anna' });
  const folder = await newFolder();
  const archive = join(folder, 'today.tar');
  // As an unfinished archive that another backup deletes after it was listed.
  await mkdir(backupsFolder(config.dataDir));
  const gone = join(backupsFolder(config.dataDir), `gone.tar.${randomUUID()}.unfinished`);
  await symlink(join(folder, 'gone'), gone);
  await Promise.all([backUp(config, archive, parts), backUp(config, archive, parts)]);
  expect(await readdir(folder)).toEqual(['today.tar']);
  expect(await checkArchive(archive)).toEqual({ missing: 0, notes: [] });
}, 120_000);
