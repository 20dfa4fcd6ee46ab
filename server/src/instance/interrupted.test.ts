import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  endInstances,
  newFolder,
  newInstance,
  startInstance,
  stopInstance,
} from '@hereabouts/testing/restorable';
import { silentLog } from '@hereabouts/testing/silent-log';
import { storedFiles, uploadRows } from '@hereabouts/testing/uploads-seen';
import { afterAll, expect, inject, test } from 'vitest';
import { backUp } from './backup.ts';
import { restoreArchive } from './restore.ts';

afterAll(endInstances);

const INSERT_SQL = `
  insert into uploads (path, owner_id, content_type, width, height, bytes, created_at)
  values ($1, $2, 'image/png', 1, 1, 1, now())`;

/** In the order in which a restore puts them into the storage. */
const [DELETED, KEPT, LAST] = [pathOf('00'), pathOf('11'), pathOf('ff')];
const OF_OTHERS = pathOf('22');

function pathOf(start: string): string {
  return `${start}000000-0000-4000-8000-000000000000.png`;
}

test.skipIf(inject('testDatabase').engine !== 'pglite')(
  'OPS-03 OPS-11 a restore that fails, or was killed, leaves nothing of the backup once the server has started again',
  { timeout: 120_000 },
  async () => {
    const config = await newInstance();
    const app = await startInstance(config);
    const anna = await app.signUp({ name: 'Anna' });
    for (const path of [DELETED, KEPT, LAST]) {
      await app.context.db.query(INSERT_SQL, [path, anna.id]);
      await app.context.storage.put(path, Buffer.from('picture'));
    }
    const archive = join(await newFolder(), 'archive.tar');
    const parts = { clock: app.clock, log: silentLog };
    await backUp(config, archive, parts);
    await app.context.db.query('delete from uploads where path <> $1', [KEPT]);
    await app.context.storage.delete([DELETED, LAST]);
    await app.context.storage.put(OF_OTHERS, Buffer.from('picture'));
    await stopInstance(app);

    const shard = join(config.dataDir, 'uploads', 'ff');
    await rm(shard, { recursive: true });
    await writeFile(shard, 'where a folder should be');
    await expect(restoreArchive(config, archive, { replace: true }, parts)).rejects.toThrow();
    await rm(shard);
    const unfinished = join(config.dataDir, 'database-unfinished');
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'PG_VERSION'), '17\n');

    const again = await startInstance(config, app);
    expect(await storedFiles(again.context)).toEqual([KEPT, OF_OTHERS]);
    expect(await uploadRows(again.context)).toEqual([KEPT]);
    expect(existsSync(unfinished)).toBe(false);
    await stopInstance(again);

    // Once complete, it leaves nothing for a start to delete.
    await restoreArchive(config, archive, { replace: true }, parts);
    const restored = await startInstance(config, app);
    expect(await storedFiles(restored.context)).toEqual([DELETED, KEPT, LAST]);
    expect(existsSync(join(config.dataDir, 'restored-files'))).toBe(false);
  },
);
