import { MINUTE_MS } from '@hereabouts/contract/durations';
import { createTestDataDir, removeTestDataDir } from '@hereabouts/testing/data-dir';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { PATIENT } from '@hereabouts/testing/patience';
import { silentLog } from '@hereabouts/testing/silent-log';
import { expect, inject, test } from 'vitest';
import { openDatabase } from './open.ts';
import { listSnapshots } from './snapshots.ts';

// Postgres has its autovacuum.
test.skipIf(inject('testDatabase').engine !== 'pglite')(
  'S41 the embedded database removes the dead rows of a table or catalogue that changed much, within a minute',
  async () => {
    const dataDir = await createTestDataDir();
    const clock = createFakeClock();
    const db = await openDatabase({ dataDir, ...PATIENT }, { clock, log: silentLog });
    try {
      const vacuums = async (table: string) => {
        const counted = 'select vacuum_count::int as vacuums from pg_stat_all_tables where relname = $1';
        return (await db.query<{ vacuums: number }>(counted, [table]))[0]?.vacuums;
      };
      // The first snapshot comes before the changes: it vacuums every changed table.
      clock.advance(MINUTE_MS);
      await expect.poll(() => listSnapshots(dataDir)).toHaveLength(1);
      const vacuumsBefore = await vacuums('users');
      await db.query(
        `insert into users (id, name, created_at, updated_at) select gen_random_uuid(), 'Person', now(), now()
       from generate_series(1, 2000)`,
      );
      await db.query(`update users set name = 'Changed'`);
      const vacuumsOfUsers = () => {
        clock.advance(MINUTE_MS);
        return vacuums('users');
      };
      // Seldom enough that the next snapshot, an hour later, does not come first.
      const patience = { interval: 500, timeout: 20_000 };
      await expect.poll(vacuumsOfUsers, patience).toBe((vacuumsBefore ?? 0) + 1);
      expect(await vacuums('blocks')).toBe(0);
      const bytes = async () =>
        (await db.query<{ bytes: number }>(`select pg_relation_size('users')::int as bytes`))[0]?.bytes ?? 0;
      const before = await bytes();
      await db.query(`update users set name = 'Changed again'`);
      // The space of the dead rows is used again.
      expect(await bytes()).toBeLessThan(before * 1.2);

      const ofCatalogueBefore = await vacuums('pg_description');
      await db.query(
        `do $$ begin for n in 1..1500 loop comment on table users is 'People'; end loop; end $$`,
      );
      const vacuumsOfCatalogue = () => {
        clock.advance(MINUTE_MS);
        return vacuums('pg_description');
      };
      await expect.poll(vacuumsOfCatalogue, patience).toBe((ofCatalogueBefore ?? 0) + 1);
    } finally {
      await db.close();
      await removeTestDataDir(dataDir);
    }
  },
  120_000,
);
