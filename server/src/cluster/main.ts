// Usage: npm run cluster [-- N]
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { keepAlive, systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createPrivateFiles } from '#server/data-dir.ts';
import { gatherMetrics } from './metrics.ts';
import { createSupervisor, type Child } from './supervisor.ts';

const COUNT_MAX = 256;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const fail = (text: string): never => {
  process.stderr.write(`Hereabouts could not start. ${text}\n`);
  process.exit(1);
};

function readCount([given]: string[]): number {
  const count = Number(given ?? availableParallelism());
  if (Number.isInteger(count) && count >= 1 && count <= COUNT_MAX) return count;
  throw new Error(`The number of processes must be from 1 to ${COUNT_MAX}, not "${given}"`);
}

function requireShared({ database, natsUrl }: Config): void {
  const missing = [
    database.url === null && 'DATABASE_URL, because the embedded database belongs to one process',
    natsUrl === null && 'NATS_URL, because the processes tell each other of changes',
  ].filter((reason) => reason !== false);
  if (missing.length > 0) throw new Error(`Several processes need ${missing.join('; and ')}.`);
}

function fork(): Child {
  const worker = cluster.fork();
  return {
    pid: worker.process.pid ?? 0,
    onListening: (listener) => void worker.once('listening', listener),
    onExit: (listener) => void worker.once('exit', listener),
    signal: (signal) => void worker.process.kill(signal),
  };
}

createPrivateFiles();
try {
  const count = readCount(process.argv.slice(2));
  const config = readConfig();
  requireShared(config);
  // Each process accepts connections itself: handing them over would be the bottleneck.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // As it was given: Node resolves links elsewhere, and a link to the release may lead to another one by the next fork.
  const program = join(dirname(process.argv[1] as string), '../main.ts');
  // JSON has no NaN, which metrics do.
  cluster.setupPrimary({ exec: program, args: [], serialization: 'advanced' });
  gatherMetrics(systemClock);
  const supervisor = createSupervisor({ fork, count, clock: systemClock, say });
  // Also while all processes wait to be started again.
  keepAlive();
  const stop = () => void supervisor.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.on('SIGHUP', () => void supervisor.roll());
  if (await supervisor.start()) {
    const connections = count * config.database.poolSize;
    say(`${count} processes run, with up to ${connections} connections to Postgres.`);
    say(`To restart one after the other: kill -HUP ${process.pid}`);
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
