import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS_FOLDER, readMigrations } from '@hereabouts/server/db/migrate';
import { openDatabase } from '@hereabouts/server/db/open';
import { systemClock } from '@hereabouts/server/clock';
import { PgliteTestEngine } from './pglite-engine.ts';
import { PATIENT } from './patience.ts';
import { silentLog } from './silent-log.ts';
import { splitFrames } from './wire-frames.ts';

const CACHE_FOLDER = fileURLToPath(new URL('../.cache/', import.meta.url));

export type PgliteHost = {
  url: string;
  /** A file: the migrated, empty data directory as a tar. */
  template: string;
  stop(): Promise<void>;
};

/**
 * Keeps PGlite engines running for a whole test run and lends one to whoever connects: each connection finds a
 * migrated, empty database, within milliseconds. Opening an engine anew would take most of a second a test file.
 */
export async function startPgliteHost(): Promise<PgliteHost> {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-pglite-'));
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  /** Engines that are free, or will be in a moment: null when the reset failed. */
  const idle: Promise<PgliteTestEngine | null>[] = [];
  const all = new Set<PgliteTestEngine>();
  let template = await readTemplate();

  const start = async (): Promise<PgliteTestEngine> => {
    const engine = await PgliteTestEngine.start(template);
    all.add(engine);
    return engine;
  };
  const borrow = async (): Promise<PgliteTestEngine> => {
    for (let next = idle.pop(); next; next = idle.pop()) {
      const engine = await next;
      if (engine) return engine;
    }
    return await start();
  };
  const giveBack = (engine: PgliteTestEngine): void => {
    const clean = async (): Promise<PgliteTestEngine | null> => {
      if (await engine.reset()) return engine;
      all.delete(engine);
      await engine.stop();
      return null;
    };
    idle.push(clean());
  };

  const server = createServer((socket) => {
    void serve(socket, borrow, giveBack);
  });
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve));

  // Nobody connects before an engine is there: opening one takes seconds on a busy machine.
  const first = await start();
  idle.push(Promise.resolve(first));
  if (!template) {
    const database = await openDatabase(
      { url, poolSize: 1, dataDir: folder, ...PATIENT },
      { clock: systemClock, log: silentLog },
    );
    template = await first.dump();
    await database.close();
    await writeTemplate(template);
  }

  return {
    url,
    template: await templatePath(),
    async stop() {
      server.close();
      await Promise.all([...all].map((engine) => engine.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serve(
  socket: Socket,
  borrow: () => Promise<PgliteTestEngine>,
  giveBack: (engine: PgliteTestEngine) => void,
): Promise<void> {
  let pending: Buffer = Buffer.alloc(0);
  let started = false;
  let working: Promise<void> | undefined;
  const borrowed = borrow();

  const work = async (): Promise<void> => {
    const engine = await borrowed;
    for (;;) {
      const { complete, rest } = splitFrames(pending, started);
      pending = rest;
      if (complete.length === 0) return;
      started = true;
      const answer = await engine.send(complete);
      if (!socket.destroyed) socket.write(answer);
    }
  };
  const next = (): void => {
    working ??= work()
      .catch(() => void socket.destroy())
      .finally(() => {
        working = undefined;
      });
  };
  socket.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    next();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    void Promise.resolve(working).then(async () => giveBack(await borrowed));
  });
}

/** What the cached template depends on: the engine's version and every migration. */
async function templatePath(): Promise<string> {
  const require = createRequire(import.meta.url);
  const engine = await readFile(
    require.resolve('@electric-sql/pglite').replace(/dist.*$/, 'package.json'),
    'utf8',
  );
  const hash = createHash('sha256').update(engine);
  for (const { name, checksum } of await readMigrations(MIGRATIONS_FOLDER)) hash.update(name + checksum);
  return join(CACHE_FOLDER, `pglite-${hash.digest('hex').slice(0, 16)}.tar`);
}

async function readTemplate(): Promise<Uint8Array | undefined> {
  return await readFile(await templatePath()).catch(() => undefined);
}

async function writeTemplate(tar: Uint8Array): Promise<void> {
  const path = await templatePath();
  await mkdir(CACHE_FOLDER, { recursive: true });
  await writeFile(`${path}.${process.pid}`, tar);
  await rename(`${path}.${process.pid}`, path);
}
