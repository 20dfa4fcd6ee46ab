import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@hereabouts/server/clock';
import { openDatabase } from '@hereabouts/server/db/open';
import { freePort } from '@hereabouts/testing/nats';
import { silentLog } from '@hereabouts/testing/silent-log';
import { startMachines } from '../../soak/machines.ts';
import { serverProcess } from '../../soak/server-process.ts';
import type { Closers } from '../closers.ts';
import { makeRooms, type Room } from './rooms.ts';

/** An instance that is broken and comes back. */
export type Subject = {
  readonly name: string;
  readonly url: string;
  readonly rooms: readonly Room[];
  /** Kills something outright and starts it again at once; resolves when it runs. Says what it was. */
  kill(turn: number): { what: string; back: Promise<unknown> };
  freeze(): void;
  thaw(): void;
};

const parts = { clock: systemClock, log: silentLog };
/** Every so often it is Postgres itself. */
const POSTGRES_EVERY = 5;
const CHECKED_AFTER_MS = 1_500;

export async function startEmbedded(rooms: number, peopleEach: number, closers: Closers): Promise<Subject> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-b9-'));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  const db = await openDatabase({ dataDir }, parts);
  const made = await makeRooms(db, rooms, peopleEach);
  await db.close();
  const server = serverProcess(await freePort(), {
    DATA_DIR: dataDir,
    WRITES_PER_MINUTE: '1000000',
    NEW_ACCOUNTS_TEXT_MB: '100000',
    OVERLOAD_LAG_MS: '0',
    NODE_COMPILE_CACHE: '.cache/node',
  });
  closers.add(() => server.stop());
  await server.start();
  return {
    name: 'PGlite',
    url: `http://127.0.0.1:${server.port}`,
    rooms: made,
    kill: () => ({ what: 'the process', back: server.kill().then(() => server.start()) }),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
  };
}

/** Two processes behind a load balancer. */
export async function startOnPostgres(rooms: number, peopleEach: number, closers: Closers): Promise<Subject> {
  const { url, processes, postgres } = await startMachines(2, closers);
  const db = await openDatabase({ url: postgres.urlOf('soak'), dataDir: '', poolSize: 1 }, parts);
  const made = await makeRooms(db, rooms, peopleEach);
  await db.close();
  return {
    name: 'Postgres',
    url,
    rooms: made,
    kill(turn) {
      if (turn % POSTGRES_EVERY === POSTGRES_EVERY - 1)
        return { what: 'Postgres', back: postgres.crash().then(() => postgres.resume()) };
      const server = processes[turn % processes.length]!;
      const restart = async () => {
        await server.kill();
        await server.start();
        // The balancer has to notice it before the other one is killed.
        await sleep(CHECKED_AFTER_MS);
      };
      return { what: 'a process', back: restart() };
    },
    freeze: () => processes[0]?.freeze(),
    thaw: () => processes[0]?.thaw(),
  };
}
