import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmptyDatabase } from '@hereabouts/testing/instance';
import { startPostgres } from '@hereabouts/testing/postgres';
import { endInstances, newFolder } from '@hereabouts/testing/restorable';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterAll, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { databaseFolder } from '#server/db/embedded.ts';
import { backUp } from './backup.ts';

const installed = inject('testDatabase').engine === 'pglite' ? await startPostgres() : null;
afterAll(async () => {
  await endInstances();
  await installed?.stop();
});

test.skipIf(installed === null)(
  'OPS-02 a server that has used Postgres makes no empty instance when it starts without DATABASE_URL',
  { timeout: 120_000 },
  async () => {
    const url = await createEmptyDatabase(installed!, 'lost_settings');
    const lost = { ...readConfig({ LOG_LEVEL: 'fatal' }), dataDir: await newFolder() };
    const remote = { ...lost, database: { url, poolSize: 2 } };
    const start = async (config: typeof lost, isCommand = false) => {
      const app = await createApp(config, { isCommand });
      await app.stop();
    };
    const marker = join(lost.dataDir, 'database-elsewhere');

    await start(remote);
    const said = `has used Postgres, and DATABASE_URL is not set. To begin an empty instance, delete ${marker}`;
    await expect(start(lost)).rejects.toThrow(said);
    const parts = { clock: systemClock, log: silentLog };
    await expect(backUp(lost, join(await newFolder(), 'archive.tar'), parts)).rejects.toThrow(said);
    expect(existsSync(databaseFolder(lost.dataDir))).toBe(false);

    await rm(marker);
    // Anybody may look at a database from another folder.
    await start(remote, true);
    await start(lost);
    expect(existsSync(databaseFolder(lost.dataDir))).toBe(true);
    await start(remote);
    await start(lost);
    expect(existsSync(marker)).toBe(false);
  },
);
