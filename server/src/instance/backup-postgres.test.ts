import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@hereabouts/contract/routes';
import { startTestApp } from '@hereabouts/testing/app';
import { createPostgresDatabase } from '@hereabouts/testing/database';
import { PATIENT } from '@hereabouts/testing/patience';
import { silentLog } from '@hereabouts/testing/silent-log';
import { png } from '@hereabouts/testing/upload-forms';
import { expect, inject, test } from 'vitest';
import { nowIso, systemClock } from '#server/clock.ts';
import { openDatabase } from '#server/db/open.ts';
import { openStorage } from '#server/storage/open.ts';
import type { Storage } from '#server/storage/storage.ts';
import { writeArchive } from './write-archive.ts';
import { onPostgres } from './database-location.ts';

const parts = { clock: systemClock, log: silentLog };

const STATES_SQL = `select state from pg_stat_activity
  where datname = current_database() and application_name = 'hereabouts-transfer'`;

test.skipIf(process.env['TEST_DB'] !== 'postgres')(
  'OPS-03 OPS-10 a backup of Postgres has no transaction open while it copies pictures',
  async () => {
    const url = await createPostgresDatabase(inject('testDatabase').url);
    const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-backup-'));
    const db = await openDatabase({ dataDir, url, ...PATIENT }, parts);
    const app = await startTestApp({ dataDir }, { db });
    const storage = await openStorage({ dataDir, s3: null }, parts);
    try {
      const anna = await app.signUp({ name: 'Anna' });
      await anna.ok(routes.createUpload, { body: await png() });
      const states: unknown[] = [];
      const watched: Storage = {
        ...storage,
        async get(key) {
          states.push(...(await db.query(STATES_SQL)));
          return await storage.get(key);
        },
      };
      const about = { version: '1.0.0', createdAt: nowIso(parts) };
      const path = join(dataDir, 'archive.tar');
      const { pictures } = await onPostgres(url, (on) =>
        writeArchive(path, { ...about, on, storage: watched, disk: null }),
      );
      expect(pictures).toMatchObject({ files: 3, missing: 0 });
      expect(states).toEqual(Array.from({ length: 3 }, () => ({ state: 'idle' })));
    } finally {
      await storage.close();
      await app.stop();
      await rm(dataDir, { recursive: true });
    }
  },
);
