import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@hereabouts/server/clock';
import { readConfig, type Config } from '@hereabouts/server/config';
import { openDatabase } from '@hereabouts/server/db/open';
import { inject } from 'vitest';
import { authCall, startTestApp, type TestApp, type TestGuest, type TestPerson } from './app.ts';
import { createCaller, type Caller } from './caller.ts';
import { createTestDataDir } from './data-dir.ts';
import { createPostgresDatabase } from './database.ts';
import { PATIENT } from './patience.ts';
import { silentLog } from './silent-log.ts';

const folders: string[] = [];
const started = new Set<TestApp>();

/** Stops what a test file has started, and deletes its folders. */
export async function endInstances(): Promise<void> {
  for (const app of started) await stopInstance(app);
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-instance-'));
  folders.push(folder);
  return folder;
}

/** One with an empty database of its own, which can be backed up, restored and started again. */
export async function newInstance(): Promise<Config> {
  const defaults = readConfig({ LOG_LEVEL: 'fatal' });
  const server = inject('testDatabase');
  if (server.engine === 'pglite') {
    const dataDir = await createTestDataDir();
    folders.push(dataDir);
    return { ...defaults, dataDir };
  }
  const url = await createPostgresDatabase(server.url);
  return { ...defaults, dataDir: await newFolder(), database: { url, poolSize: 4 } };
}

/** @param beside whose clock it has */
export async function startInstance(
  { dataDir, database: { url } }: Config,
  beside?: TestApp,
): Promise<TestApp> {
  const options = { dataDir, ...PATIENT, ...(url !== null && { url }) };
  const db = await openDatabase(options, { clock: systemClock, log: silentLog });
  const app = await startTestApp({ dataDir }, { db });
  if (beside) app.clock.set(beside.clock.now());
  started.add(app);
  return app;
}

export async function stopInstance(app: TestApp): Promise<void> {
  started.delete(app);
  await app.stop();
}

/** The same people on a restored instance: with an account they sign in, without one their token still works. */
export const peopleOf = ({ url }: TestApp) => ({
  async signIn({ email, password }: TestPerson): Promise<Caller> {
    const session = await authCall(url, 'token?grant_type=password', { email, password });
    return createCaller(url, () => session.access_token);
  },
  comeBack: ({ token }: TestGuest): Caller => createCaller(url, () => token),
});
