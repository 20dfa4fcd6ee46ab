import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { waitFor } from '#server/async/wait-until.ts';
import { nowIso, type Clock } from '#server/clock.ts';
import type { Connection } from './connection.ts';
import type { DatabaseLog } from './database.ts';
import { isLockTimeout } from './errors.ts';
import type { Pool } from './pool.ts';

/** "here" in ASCII; must be unique on the database server. */
const ADVISORY_LOCK = 0x68657265;
/** Everybody waits behind a migration that waits for a table: it gives up before their statements do. */
const LOCK_TIMEOUT_MS = 500;
const RETRY_AFTER_MS = 2 * SECOND_MS;
const MADE_TABLE = /^create (?:unlogged )?table (?:if not exists )?([a-z_.]+)/gm;
const FILE_NAME = /^\d{3}-[a-z0-9-]+\.sql$/;

const APPLIED_TABLE_SQL =
  'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null)';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations/', import.meta.url));

export type Migration = { name: string; text: string; checksum: string };

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** @throws MigrationError for a name other than `NNN-slug.sql` or a duplicate number */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  for (const [at, name] of names.entries()) {
    if (!FILE_NAME.test(name)) throw new MigrationError(`${name} is not named NNN-slug.sql`);
    if (at > 0 && names[at - 1]?.slice(0, 3) === name.slice(0, 3)) {
      throw new MigrationError(`${names[at - 1]} and ${name} share a number`);
    }
  }
  return await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${folder}/${name}`, 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

export type MigrateOptions = {
  migrations: readonly Migration[];
  clock: Clock;
  log: DatabaseLog;
  /** Once, before the first change to a non-empty database; `on` may be its only connection. */
  beforeChange: (on: Connection) => Promise<void>;
};

/** Each in its own transaction, by one of the starting processes. A migration waits for transactions that use its tables, and
 * lets others use them meanwhile. @throws MigrationError when an applied file has changed or is missing, or one fails */
export async function migrate(pool: Pool, options: MigrateOptions): Promise<void> {
  const connection = await pool.lease();
  try {
    await migrateOn(connection, options);
  } finally {
    pool.release(connection);
  }
}

export async function migrateOn(connection: Connection, options: MigrateOptions): Promise<void> {
  try {
    // Local: a reset would restore the defaults of the session or role.
    await connection.script(
      `set local statement_timeout = 0; set local lock_timeout = 0; select pg_advisory_lock(${ADVISORY_LOCK})`,
    );
    await connection.script(APPLIED_TABLE_SQL);
    const applied = await readApplied(connection);
    const pending = pendingMigrations(applied, options.migrations);
    if (pending.length > 0 && applied.length > 0) await options.beforeChange(connection);
    for (const migration of pending) await apply(connection, migration, options);
  } finally {
    if (!connection.lost) await connection.script(`select pg_advisory_unlock(${ADVISORY_LOCK})`);
  }
}

export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>;

export async function readApplied(connection: Connection): Promise<AppliedMigration[]> {
  const { rows } = await connection.query('select name, checksum from schema_migrations order by name', []);
  return rows as AppliedMigration[];
}

/** The migrations of an older or equal schema. @throws MigrationError for one that this version does not know */
export function migrationsOf(applied: readonly AppliedMigration[], known: readonly Migration[]): Migration[] {
  const pending = new Set(pendingMigrations(applied, known));
  return known.filter((migration) => !pending.has(migration));
}

export const migrateNew = (
  connection: Connection,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<void> =>
  migrateOn(connection, {
    migrations,
    clock,
    log: { info() {}, warn() {}, error() {} },
    beforeChange: async () => {},
  });

/** Into an empty database, within a transaction of the caller. @throws MigrationError */
export async function migrateEmpty(
  connection: Connection,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<void> {
  const now = nowIso({ clock });
  await connection.script(APPLIED_TABLE_SQL);
  for (const migration of migrations) {
    try {
      await connection.script(migration.text);
      await insertApplied(connection, migration, now);
    } catch (error) {
      throw failed(migration, error);
    }
  }
}

/** As the catalog names them, with their schema. */
export function tablesMadeBy(migrations: readonly Migration[]): Set<string> {
  const names = migrations.flatMap(({ text }) =>
    [...text.matchAll(MADE_TABLE)].map((found) => found[1] ?? ''),
  );
  return new Set(
    ['schema_migrations', ...names].map((name) => (name.includes('.') ? name : `public.${name}`)),
  );
}

function pendingMigrations(applied: readonly AppliedMigration[], known: readonly Migration[]): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const file = byName.get(name);
    if (!file) {
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: is it older?`,
      );
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(`Migration ${name} has changed since it was applied: add a new file instead`);
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const last = applied.at(-1)?.name ?? '';
  const pending = known.filter(({ name }) => !done.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late) throw new MigrationError(`Migration ${late.name} comes before ${last}, which is applied already`);
  return pending;
}

async function apply(connection: Connection, migration: Migration, options: MigrateOptions): Promise<void> {
  const { clock, log } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      await applyOnce(connection, migration, clock);
      return log.info({ migration: migration.name }, 'migration applied');
    } catch (error) {
      if (!isLockTimeout((error as Error).cause)) throw error;
      if (tries === 1)
        log.warn(
          { err: error },
          'a migration waits for a transaction that uses its tables, and is tried again',
        );
      await waitFor(clock, RETRY_AFTER_MS);
    }
  }
}

async function applyOnce(connection: Connection, migration: Migration, clock: Clock): Promise<void> {
  try {
    await connection.script(
      `begin; set local statement_timeout = 0; set local lock_timeout = ${LOCK_TIMEOUT_MS};\n${migration.text}`,
    );
    await insertApplied(connection, migration, nowIso({ clock }));
    await connection.script('commit');
  } catch (error) {
    if (!connection.lost) await connection.script('rollback');
    throw failed(migration, error);
  }
}

const insertApplied = (
  connection: Connection,
  { name, checksum }: Migration,
  appliedAt: string,
): Promise<unknown> =>
  connection.query('insert into schema_migrations (name, checksum, applied_at) values ($1, $2, $3)', [
    name,
    checksum,
    appliedAt,
  ]);

const failed = ({ name }: Migration, error: unknown): MigrationError =>
  new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
