import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findPostgresBin } from '../scripts/find-program.mjs';

export type PostgresServer = {
  /** The address of one of its databases. */
  urlOf(database: string): string;
  /** Takes requests and answers none until `wake`, as with a stalled disk. */
  hang(): void;
  wake(): void;
  /** Stops answering, as in an outage; its data stay. */
  halt(): Promise<void>;
  /** The same without a shutdown: every process of it is killed outright. */
  crash(): Promise<void>;
  /** Ends an outage. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

const START_TIMEOUT_MS = 20_000;
const STILL_IN_USE = 'shared memory block';
const IN_USE_RETRY_MS = 100;

/**
 * Starts a throwaway server in a temporary folder, on a socket of its own; null when none is installed. It is quick and
 * forgets everything in a power cut, unless `changes` say otherwise.
 */
export async function startPostgres(
  changes: Readonly<Record<string, string>> = {},
): Promise<PostgresServer | null> {
  const bin = findPostgresBin();
  if (!bin) return null;
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-postgres-'));
  // Postgres refuses to run as root.
  const owner = process.getuid?.() === 0 ? idsOf('postgres') : undefined;
  if (owner) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const initdb = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    ...changes,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let pid = 0;
  const run = async () => {
    const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, '-h', '', ...args], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    pid = server.pid ?? 0;
    const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    await listening(server);
    server.stderr.resume();
    // SIGINT is Postgres' fast shutdown.
    return async (signal: 'SIGINT' | 'SIGKILL' = 'SIGINT') => {
      // A connection's process that outlives the main one keeps the next server from starting.
      if (signal === 'SIGKILL') signalAll(pid, signal);
      else server.kill(signal);
      await exited;
    };
  };
  /** A connection's process that began while the main one was killed ends by itself, a moment later. */
  const runAgain = async (): Promise<typeof halt> => {
    for (;;) {
      try {
        return await run();
      } catch (cause) {
        if (!String(cause).includes(STILL_IN_USE)) throw cause;
        await sleep(IN_USE_RETRY_MS);
      }
    }
  };
  let halt = await run();
  let resuming = Promise.resolve();
  let isStopped = false;
  return {
    urlOf: (database) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    hang: () => signalAll(pid, 'SIGSTOP'),
    wake: () => signalAll(pid, 'SIGCONT'),
    halt: () => halt(),
    crash: () => halt('SIGKILL'),
    async resume() {
      // A run that is cut short may still want to mend what it broke.
      if (isStopped) throw new Error('This Postgres has been stopped');
      const running = runAgain();
      resuming = running.then(
        (next) => void (halt = next),
        () => {},
      );
      await running;
    },
    async stop() {
      isStopped = true;
      await resuming;
      // Perhaps halted already.
      if (readStat(String(pid)) !== '') signalAll(pid, 'SIGCONT');
      await halt();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server and the processes of its connections. */
function signalAll(pid: number, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  // Elsewhere only the main process is reached, and connections go on.
  if (!existsSync('/proc')) return void process.kill(pid, signal);
  const parentOf = (each: string) => /^\d+ \(.*\) \S (\d+)/s.exec(readStat(each))?.[1];
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === String(pid),
  );
  for (const each of [pid, ...children.map(Number)]) {
    try {
      process.kill(each, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Empty for a process that has just ended. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function listening(server: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => reject(new Error(`Postgres did not start: ${log}`)), START_TIMEOUT_MS);
    server.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`Postgres stopped: ${log}`));
    });
    server.stderr?.on('data', (text: Buffer) => {
      log += text.toString();
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
