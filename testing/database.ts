import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { systemClock, type Clock } from '@hereabouts/server/clock';
import type { Database } from '@hereabouts/server/db/database';
import { openDatabase, type DatabaseOptions } from '@hereabouts/server/db/open';
import { PATIENT } from './patience.ts';
import { silentLog } from './silent-log.ts';

export type TestDatabaseServer =
  /** Each connection gets an engine of its own; `template` is the file of a dumped data directory. */
  | { engine: 'pglite'; url: string; template: string }
  /** The database to create others from. */
  | { engine: 'postgres'; url: string };

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: TestDatabaseServer;
  }
}

const POSTGRES_POOL_SIZE = 4;

/** A migrated, empty database of its own, on the engine of this run. Close it when done. */
export async function createTestDatabase(
  options: Partial<DatabaseOptions> = {},
  clock: Clock = systemClock,
): Promise<Database> {
  const { engine, url } = inject('testDatabase');
  const target =
    engine === 'pglite'
      ? { url, poolSize: 1 }
      : { url: await createPostgresDatabase(url), poolSize: POSTGRES_POOL_SIZE };
  // Its time-outs run on the real clock: a test that moves its own must not cut a transaction short.
  const database = await openDatabase(
    { dataDir: '', ...PATIENT, ...target, ...options },
    { clock, log: silentLog },
  );
  return { ...database, engine };
}

/** Creates an empty, migrated database on the server and returns its address. */
export async function createPostgresDatabase(url: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`create database ${name} template template`);
  await admin.end();
  return url.replace('/postgres?', `/${name}?`);
}
