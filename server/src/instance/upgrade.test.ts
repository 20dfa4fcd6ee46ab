import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@hereabouts/contract/routes';
import { authCall, startTestApp } from '@hereabouts/testing/app';
import { createCaller } from '@hereabouts/testing/caller';
import { PATIENT } from '@hereabouts/testing/patience';
import { silentLog } from '@hereabouts/testing/silent-log';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import type { Connection } from '#server/db/connection.ts';
import { MIGRATIONS_FOLDER } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { listSnapshots } from '#server/db/snapshots.ts';
import { listTables } from '#server/db/transfer/catalog.ts';
import { fillDatabase, makeSchema } from '#server/db/transfer/fill-database.ts';
import { readRows } from '#server/db/transfer/rows.ts';
import { openArchive } from './read-archive.ts';
import { fillEmpty, locationOf, readUnserved } from './database-location.ts';

const parts = { clock: systemClock, log: silentLog };
const server = inject('testDatabase');

/** Backups of instances filled by the demo, with some rows by hand in the tables it leaves empty, without pictures. One is
 * added by each release: npm run backup -- testing/releases/schema-NNN.tar */
const FOLDER = join(import.meta.dirname, '../../../testing/releases');
const archives = await readdir(FOLDER);
/** Signs in with this; everybody's password in the demo. */
const MARIE = { email: 'marie@jersey.example', password: 'gorse-and-granite' };

async function emptyPlace(dataDir: string): Promise<Config> {
  const config = { ...readConfig({ LOG_LEVEL: 'fatal' }), dataDir };
  if (server.engine === 'pglite') return config;
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return { ...config, database: { url: server.url.replace('/postgres?', `/${name}?`), poolSize: 2 } };
}

/** By table; each row as the text of the columns that the archive has. */
type Rows = Record<string, string[]>;

async function fillFrom(archive: string, config: Config): Promise<Rows> {
  const opened = await openArchive(join(FOLDER, archive));
  const rows: Rows = {};
  const source = {
    ...opened.rows,
    async *batches() {
      for await (const batch of opened.rows.batches()) {
        (rows[batch.table] ??= []).push(...batch.lines);
        yield batch;
      }
    },
  };
  const options = {
    ...parts,
    replace: false,
    makeSchema: (on: Connection) => makeSchema(on, source, parts),
  };
  await fillEmpty(locationOf(config), options, ({ on }) => fillDatabase(on, source));
  opened.close();
  return rows;
}

async function readBack(archive: string, config: Config): Promise<Rows> {
  const { head, close } = await openArchive(join(FOLDER, archive));
  close();
  return await readUnserved(locationOf(config), async (on) => {
    const rows: Rows = {};
    for (const table of await listTables(on)) {
      const known = head.tables.find(({ name }) => name === table.name);
      if (known === undefined) continue;
      const columns = known.columns.map((name) => ({ name, type: 'text' }));
      for await (const lines of readRows(on, { ...table, columns })) (rows[table.name] ??= []).push(...lines);
    }
    return rows;
  });
}

const sorted = (rows: Rows, without: string) =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([name]) => name !== without)
      .map(([name, lines]) => [name, lines.toSorted()]),
  );

test.each(archives)(
  'OPS-09 %s: a start migrates it, keeps every value of every row, and serves it',
  { timeout: 120_000 },
  async (archive) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-upgrade-'));
    try {
      const config = await emptyPlace(dataDir);
      const before = await fillFrom(archive, config);
      expect(Object.keys(before).length).toBeGreaterThan(20);

      const { url } = config.database;
      const options = { dataDir, ...PATIENT, ...(url !== null && { url }) };
      const db = await openDatabase(options, parts);
      const migrations = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql'));
      expect(await db.query('select from schema_migrations')).toHaveLength(migrations.length);
      await db.close();
      // What was there before the migration can be gone back to.
      if (url === null) expect(await listSnapshots(dataDir)).toHaveLength(1);
      const migrated = 'public.schema_migrations';
      expect(sorted(await readBack(archive, config), migrated)).toEqual(sorted(before, migrated));

      const app = await startTestApp({ dataDir }, { db: await openDatabase(options, parts) });
      const { access_token } = await authCall(app.url, 'token?grant_type=password', MARIE);
      const marie = createCaller(app.url, () => access_token);
      expect((await marie.ok(routes.getMe)).email).toBe(MARIE.email);
      expect(JSON.stringify(await marie.ok(routes.listHome))).toContain('"title"');
      await app.stop();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
