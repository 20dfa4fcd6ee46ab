import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createTestDataDir, removeTestDataDir } from '@hereabouts/testing/data-dir';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { PATIENT } from '@hereabouts/testing/patience';
import { silentLog } from '@hereabouts/testing/silent-log';
import { expect, inject, test } from 'vitest';
import { openDatabase } from './open.ts';

// Postgres has its autovacuum.
test.skipIf(inject('testDatabase').engine !== 'pglite')(
  'S41 the embedded database removes the dead rows of a table that changed much, within a minute',
  async () => {
    const dataDir = await createTestDataDir();
    const clock = createFakeClock();
    const db = await openDatabase({ dataDir, ...PATIENT }, { clock, log: silentLog });
    try {
      await db.query(
        `insert into users (id, name, created_at, updated_at) select gen_random_uuid(), 'Person', now(), now()
       from generate_series(1, 2000)`,
      );
      await db.query(`update users set name = 'Changed'`);
      const tidied = async () => {
        clock.advance(MINUTE_MS);
        // All tables are vacuumed before a snapshot.
        const rows = await db.query<{ relname: string }>(
          `select relname from pg_stat_user_tables
         where vacuum_count > (select vacuum_count from pg_stat_user_tables where relname = 'blocks')`,
        );
        return rows.map(({ relname }) => relname);
      };
      await expect.poll(tidied).toEqual(['users']);
      const bytes = async () =>
        (await db.query<{ bytes: number }>(`select pg_relation_size('users')::int as bytes`))[0]?.bytes ?? 0;
      const before = await bytes();
      await db.query(`update users set name = 'Changed again'`);
      // The room of the dead rows is used again.
      expect(await bytes()).toBeLessThan(before * 1.2);
    } finally {
      await db.close();
      await removeTestDataDir(dataDir);
    }
  },
);
