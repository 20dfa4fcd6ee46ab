import { spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { systemClock } from '@hereabouts/server/clock';
import { openDatabase } from '@hereabouts/server/db/open';
import { startPostgres } from '@hereabouts/testing/postgres';
import { silentLog } from '@hereabouts/testing/silent-log';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findPostgresBin } from '../../scripts/find-program.mjs';
import type { Closers } from '../closers.ts';

export type Server = { bin: string; pid: number; urlOf: (database: string) => string };
export type Seeded = { url: string; people: number; seedS: number };

/** A throwaway Postgres on a socket of its own; null when none is installed. */
export async function openServer(
  closers: Closers,
  settings: Readonly<Record<string, string>> = {},
): Promise<Server | null> {
  const server = await startPostgres(settings);
  if (!server) return null;
  closers.add(() => server.stop());
  const pidFile = join(socketFolder(server.urlOf('postgres')), 'data/postmaster.pid');
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  // The server may be linked to from elsewhere; psql and pgbench stand beside the real one.
  const bin = dirname(realpathSync(join(findPostgresBin() as string, 'postgres')));
  return { bin, pid, urlOf: (database) => server.urlOf(database) };
}

export const socketFolder = (url: string): string => new URL(url).searchParams.get('host') ?? '';

export async function createDatabase(server: Server, name: string): Promise<string> {
  await withClient(server.urlOf('postgres'), (client) => client.query(`create database ${name}`));
  return server.urlOf(name);
}

/** Makes a database with the product's schema and so many people in it. */
export async function seedDatabase(server: Server, name: string, people: number): Promise<Seeded> {
  const url = await createDatabase(server, name);
  const database = await openDatabase(
    { url, dataDir: '', poolSize: 1 },
    { clock: systemClock, log: silentLog },
  );
  await database.close();
  const started = performance.now();
  const script = join(import.meta.dirname, 'seed.sql');
  const args = [
    '-q',
    '-v',
    'ON_ERROR_STOP=1',
    '-v',
    `people=${people}`,
    '-o',
    '/dev/null',
    '-f',
    script,
    url,
  ];
  const { status, stderr, error } = spawnSync(join(server.bin, 'psql'), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Seeding failed: ${error ?? stderr}`);
  return { url, people, seedS: (performance.now() - started) / 1000 };
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
