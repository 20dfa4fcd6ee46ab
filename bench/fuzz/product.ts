import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@hereabouts/testing/postgres';
import type { Closers } from '../closers.ts';
import { startProgram } from '../processes.ts';

export type Product = { url: string; pid: number; database: 'PGlite' | 'Postgres' };

const ROOT = join(import.meta.dirname, '../..');
const MANY = '1000000';

/** The product as `npm start` runs it, with limits so high that requests get past them. Null where there is no Postgres. */
export async function startProduct(
  database: Product['database'],
  closers: Closers,
  settings: Readonly<Record<string, string>> = {},
): Promise<Product | null> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-fuzz-'));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  const env: Record<string, string> = {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // No tile service is asked: this port is closed.
    TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
    OVERLOAD_LAG_MS: '0',
    WRITES_PER_MINUTE: MANY,
    NEW_ACCOUNTS_TEXT_MB: '100000',
    LOOKUPS_PER_HOUR: MANY,
    EVENTS_PER_DAY: MANY,
    AUTH_ATTEMPTS_PER_ACCOUNT: MANY,
    AUTH_ATTEMPTS_PER_ADDRESS: MANY,
    ...settings,
  };
  if (database === 'Postgres') {
    const postgres = await startPostgres();
    if (postgres === null) return null;
    closers.add(() => postgres.stop());
    env['DATABASE_URL'] = postgres.urlOf('postgres');
  }
  const { pid, said, stop } = await startProgram(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    ready: /Hereabouts is at (http:\/\/127\.0\.0\.1:\d+)/,
    env,
  });
  closers.add(stop);
  return { url: said, pid, database };
}
