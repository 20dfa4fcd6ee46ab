import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { createTestDataDir, removeTestDataDir } from '@hereabouts/testing/data-dir';
import { createPostgresDatabase } from '@hereabouts/testing/database';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { untilLockWait } from '@hereabouts/testing/lock-waits';
import { PATIENT } from '@hereabouts/testing/patience';
import { silentLog } from '@hereabouts/testing/silent-log';
import pg from 'pg';
import { systemClock } from '#server/clock.ts';
import type { Database } from './database.ts';
import { MIGRATIONS_FOLDER, MigrationError, readMigrations, tablesMadeBy } from './migrate.ts';
import { openDatabase } from './open.ts';

const server = inject('testDatabase');
let migrationsFolder: string;
let target: { url?: string; dataDir: string };
const opened: Database[] = [];

const write = (name: string, text: string): Promise<void> => writeFile(join(migrationsFolder, name), text);
const openAgain = async (): Promise<Database> => {
  for (const db of opened.splice(0)) await db.close();
  const db = await openDatabase({ ...target, migrationsFolder }, { clock: systemClock, log: silentLog });
  opened.push(db);
  return db;
};

beforeEach(async () => {
  migrationsFolder = await mkdtemp(join(tmpdir(), 'hereabouts-migrations-'));
  await cp(MIGRATIONS_FOLDER, migrationsFolder, { recursive: true });
  target =
    server.engine === 'postgres'
      ? { url: await createPostgresDatabase(server.url), dataDir: '' }
      : { dataDir: await createTestDataDir() };
});
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
  await rm(migrationsFolder, { recursive: true });
  if (target.url === undefined) await removeTestDataDir(target.dataDir);
});

test('each new file is applied once, in order', { timeout: 60_000 }, async () => {
  await write('901-a.sql', 'create table a (id bigint); insert into a values (1);');
  await write('902-b.sql', 'create table b as select * from a;');
  await openAgain();
  const db = await openAgain();
  expect(await db.query('select id from b')).toEqual([{ id: 1 }]);
  const applied = await db.query<{ name: string }>('select name from schema_migrations order by name');
  const files = await readMigrations(migrationsFolder);
  expect(applied.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
});

test('OPS-03 the tables that migrations make are told by their text', { timeout: 60_000 }, async () => {
  const db = await openAgain();
  const found = await db.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'auth')`,
  );
  const made = tablesMadeBy(await readMigrations(MIGRATIONS_FOLDER));
  expect([...made].toSorted()).toEqual(found.map(({ name }) => name).toSorted());
});

test('a file that fails leaves nothing of itself and can be mended', { timeout: 60_000 }, async () => {
  await write('901-a.sql', 'create table a (id bigint); select nonsense;');
  await expect(openAgain()).rejects.toThrow(/^Migration 901-a\.sql failed: .*nonsense/);
  await write('901-a.sql', 'create table a (id bigint);');
  const db = await openAgain();
  expect(await db.query('select id from a')).toEqual([]);
});

test('an applied file that has changed or is missing is refused', { timeout: 60_000 }, async () => {
  await write('901-a.sql', 'create table a (id bigint);');
  await openAgain();
  await write('901-a.sql', 'create table a (id bigint, more text);');
  await expect(openAgain()).rejects.toThrow('Migration 901-a.sql has changed since it was applied');
  await rm(join(migrationsFolder, '901-a.sql'));
  await expect(openAgain()).rejects.toThrow('has migration 901-a.sql, which this version does not know');
});

test('a file that comes too late or has a bad name is refused', { timeout: 60_000 }, async () => {
  await write('902-b.sql', 'select 1;');
  await openAgain();
  await write('901-a.sql', 'select 1;');
  await expect(openAgain()).rejects.toThrow('901-a.sql comes before 902-b.sql');
  await write('902-c.sql', 'select 1;');
  await expect(openAgain()).rejects.toBeInstanceOf(MigrationError);
  await write('9-short.sql', 'select 1;');
  await expect(openAgain()).rejects.toThrow('9-short.sql is not named NNN-slug.sql');
});

test('of two that start at once on one server only one migrates', { timeout: 60_000 }, async () => {
  if (target.url === undefined) return;
  await write('901-a.sql', 'select pg_sleep(0.2); create table a (id bigint); insert into a values (1);');
  const [one, other] = await Promise.all(
    [1, 2].map(() => openDatabase({ ...target, migrationsFolder }, { clock: systemClock, log: silentLog })),
  );
  if (one && other) opened.push(one, other);
  expect(await one?.query('select id from a')).toEqual([{ id: 1 }]);
});

test('OPS-09 a migration may take longer than other statements', { timeout: 60_000 }, async () => {
  if (target.url === undefined) return;
  await write('901-a.sql', 'select pg_sleep(0.6); create table a (id bigint);');
  const limited = { ...target, migrationsFolder, statementTimeoutMs: 500 };
  const db = await openDatabase(limited, { clock: systemClock, log: silentLog });
  opened.push(db);
  expect(await db.query('select id from a')).toEqual([]);
  await expect(db.query('select pg_sleep(0.6)')).rejects.toMatchObject({ code: '57014' });
});

test(
  'OPS-10 a migration that waits for a long transaction, as of pg_dump, lets others use its table meanwhile',
  { timeout: 60_000 },
  async () => {
    if (target.url === undefined) return;
    const db = await openAgain();
    await write('901-a.sql', 'alter table jobs add column more int;');
    const dumping = new pg.Client(target.url);
    await dumping.connect();
    await dumping.query('begin');
    await dumping.query('select from jobs');
    const clock = createFakeClock();
    const migrating = openDatabase({ ...target, ...PATIENT, migrationsFolder }, { clock, log: silentLog });
    await untilLockWait(db, migrating);
    expect(await db.query('select id from jobs')).toEqual([]);
    await dumping.query('commit');
    await dumping.end();
    let isMigrated = false;
    void migrating.then(() => (isMigrated = true));
    await expect
      .poll(() => {
        clock.advance(SECOND_MS);
        return isMigrated;
      })
      .toBe(true);
    opened.push(await migrating);
    expect(await db.query('select more from jobs')).toEqual([]);
  },
);
