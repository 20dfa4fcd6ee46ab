import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { systemClock } from '@hereabouts/server/clock';
import { openDatabase } from '@hereabouts/server/db/open';
import type { TestDatabaseServer } from './database.ts';
import { startPgliteHost } from './pglite-host.ts';
import { PATIENT } from './patience.ts';
import { startPostgres } from './postgres.ts';
import { silentLog } from './silent-log.ts';

/** Starts the database server of the whole run, by TEST_DB=pglite (default) or postgres, and tells every test of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = process.env.TEST_DB ?? 'pglite';
  if (engine !== 'pglite' && engine !== 'postgres') throw new Error(`TEST_DB=${engine}: pglite or postgres`);
  const server = engine === 'pglite' ? await startEmbedded() : await startNative();
  project.provide('testDatabase', server.provided);
  return () => server.stop();
}

type Started = { provided: TestDatabaseServer; stop(): Promise<void> };

async function startEmbedded(): Promise<Started> {
  const host = await startPgliteHost();
  return { provided: { engine: 'pglite', url: host.url, template: host.template }, stop: () => host.stop() };
}

async function startNative(): Promise<Started> {
  const server = await startPostgres();
  if (!server) throw new Error('TEST_DB=postgres, but no Postgres server is installed');
  const admin = new pg.Client(server.urlOf('postgres'));
  await admin.connect();
  await admin.query('create database template');
  await admin.end();
  const options = { url: server.urlOf('template'), poolSize: 1, dataDir: '', ...PATIENT };
  const template = await openDatabase(options, { clock: systemClock, log: silentLog });
  await template.close();
  return { provided: { engine: 'postgres', url: server.urlOf('postgres') }, stop: () => server.stop() };
}
