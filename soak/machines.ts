import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase } from '@hereabouts/testing/instance';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import { freePort, natsServer, natsUrl, startNats, stopNats } from '@hereabouts/testing/nats';
import { startPostgres, type PostgresServer } from '@hereabouts/testing/postgres';
import type { Closers } from '../bench/closers.ts';
import { findBalancer, startBalancer } from './balancer.ts';
import { serverProcess, type ServerProcess } from './server-process.ts';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findPostgresBin } from '../scripts/find-program.mjs';

/** What of it this machine lacks, each with the Debian package that has it. */
export function missingPrograms(): string[] {
  return [
    findPostgresBin() === null && 'Postgres (apt-get install postgresql)',
    natsServer === undefined && 'NATS (apt-get install nats-server)',
    findBalancer() === null && 'HAProxy (apt-get install haproxy)',
  ].filter((name) => name !== false);
}

export type Bus = { kill(): Promise<void>; start(): Promise<void>; freeze(): void; thaw(): void };

/** An instance on several machines, all of them this one. */
export type Machines = {
  /** The load balancer's. */
  readonly url: string;
  readonly processes: readonly ServerProcess[];
  readonly postgres: PostgresServer;
  readonly nats: Bus;
  readonly mail: MailServer;
};

/** What Postgres acknowledges is to survive a kill of it. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
export const METRICS_TOKEN = 'soak';

/** Starts so many server processes on one Postgres and one NATS, behind a load balancer. */
export async function startMachines(count: number, closers: Closers): Promise<Machines> {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-soak-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startPostgres(DURABLE);
  if (postgres === null) throw new Error('No Postgres server is installed');
  closers.add(() => postgres.stop());
  await createEmptyDatabase(postgres, 'soak');
  const { bus: nats, url: busUrl } = await startBus(closers);
  const mail = await startMailServer();
  closers.add(() => mail.stop());
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  const processes = ports.map((port, index) =>
    serverProcess(port, {
      DATA_DIR: join(folder, `data${index}`),
      DATABASE_URL: postgres.urlOf('soak'),
      NATS_URL: busUrl,
      SMTP_URL: mail.url,
      TRUSTED_PROXIES: '1',
      TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png',
      METRICS_TOKEN,
      // All come from one address here, and write more than people do.
      AUTH_ATTEMPTS_PER_ADDRESS: '100000',
      WRITES_PER_MINUTE: '100000',
      NEW_ACCOUNTS_TEXT_MB: '100000',
      LOOKUPS_PER_HOUR: '100000',
      EVENTS_PER_DAY: '100000',
      // Two cores carry everything here; a refusal for that is not what is looked for.
      OVERLOAD_LAG_MS: '0',
    }),
  );
  closers.add(() => Promise.all(processes.map((each) => each.stop())));
  await Promise.all(processes.map((each) => each.start()));
  const balancer = await startBalancer(ports, folder, { isWhole: true });
  closers.add(() => balancer.stop());
  return { url: balancer.url, processes, postgres, nats, mail };
}

export async function startBus(closers: Closers): Promise<{ bus: Bus; url: string }> {
  const port = await freePort();
  let running: ChildProcess | null = await startNats(port);
  const bus: Bus = {
    async kill() {
      if (running === null) return;
      const ending = running;
      running = null;
      await stopNats(ending);
    },
    async start() {
      running = await startNats(port);
    },
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
  };
  closers.add(() => bus.kill());
  return { bus, url: natsUrl(port) };
}
