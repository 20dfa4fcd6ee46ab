import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Closers } from '../closers.ts';
import { startProgram } from '../processes.ts';
import type { Seeded } from './database.ts';

export type Running = { port: number; pid: number };

const ROOT = join(import.meta.dirname, '../..');

/** The product as `npm start` runs it, in a process of its own, on this database. */
export async function startProduct(
  { url }: Seeded,
  signingKey: string,
  closers: Closers,
  nodeArgs: readonly string[] = [],
): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-bench-'));
  closers.add(() => rm(dataDir, { recursive: true, force: true }));
  const { pid, said, stop } = await startProgram(process.execPath, [...nodeArgs, 'server/src/main.ts'], {
    cwd: ROOT,
    ready: /Hereabouts is at http:\/\/127\.0\.0\.1:(\d+)/,
    env: {
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      AUTH_SIGNING_KEY: signingKey,
      LOG_LEVEL: 'warn',
      LOOKUPS_PER_HOUR: '1000000',
      EVENTS_PER_DAY: '1000000',
    },
  });
  closers.add(stop);
  return { port: Number(said), pid };
}

/** The bare server beside it; see bare-server.ts. */
export async function startBare({ url }: Seeded, tokenFile: string, closers: Closers): Promise<Running> {
  const program = join(import.meta.dirname, 'bare-server.ts');
  const { pid, said, stop } = await startProgram(process.execPath, [program, url, tokenFile], {
    ready: /^ready (\d+)$/,
  });
  closers.add(stop);
  return { port: Number(said), pid };
}

export async function startConstant(closers: Closers): Promise<Running> {
  const program = join(import.meta.dirname, 'constant-server.ts');
  const { pid, said, stop } = await startProgram(process.execPath, [program], { ready: /^ready (\d+)$/ });
  closers.add(stop);
  return { port: Number(said), pid };
}
