import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { socketFolder, type Seeded, type Server } from '../signed-in-pages/database.ts';

const run = promisify(execFile);
const US_PER_MS = 1_000;

export type Inserted = { perSecond: number; p50Ms: number; p99Ms: number };

/** Transactions of one statement, prepared, and the time each took. @throws Error when pgbench fails */
export async function insertWithPgbench(
  server: Server,
  { url }: Seeded,
  script: string,
  { clients, seconds, folder }: { clients: number; seconds: number; folder: string },
): Promise<Inserted> {
  const prefix = join(folder, 'pgbench');
  const args = ['-n', '-M', 'prepared', '-c', clients, '-j', 1, '-T', seconds, '-f', script, '-l'].map(
    String,
  );
  args.push(
    `--log-prefix=${prefix}`,
    '-h',
    socketFolder(url),
    '-U',
    'postgres',
    new URL(url).pathname.slice(1),
  );
  const { stdout, stderr } = await run(join(server.bin, 'pgbench'), args);
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || /aborted|error/i.test(stderr))
    throw new Error(`pgbench failed: ${stderr}${stdout}`);
  const times: number[] = [];
  for (const name of await readdir(folder)) {
    if (!name.startsWith('pgbench.')) continue;
    const file = join(folder, name);
    // A line a transaction: client, number, microseconds, …
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      const us = Number(line.split(' ')[2]);
      if (us > 0) times.push(us / US_PER_MS);
    }
    await rm(file);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { perSecond: Number(rate), p50Ms: at(0.5), p99Ms: at(0.99) };
}
