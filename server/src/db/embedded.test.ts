import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, type StatsFs } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@hereabouts/contract/durations';
import { createTestDataDir, removeTestDataDir } from '@hereabouts/testing/data-dir';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import type { FakeClock } from '@hereabouts/testing/fake-clock';
import { silentLog } from '@hereabouts/testing/silent-log';
import { systemClock } from '#server/clock.ts';
import type { Database } from './database.ts';
import { databaseFolder, isIncoming, markIncoming } from './embedded.ts';
import { isUnavailable } from './errors.ts';
import { folderBytes } from './folder-bytes.ts';
import { openDatabase } from './open.ts';
import type { DatabaseOptions } from './open.ts';
import { restoreSnapshot } from './restore.ts';
import { listSnapshots } from './snapshots.ts';

const CHILD = fileURLToPath(new URL('../../../testing/crash-child.ts', import.meta.url));
const KILLS = 3;
const ACKNOWLEDGED_BEFORE_KILL = 300;
const WAIT = { timeout: 20_000 };
const MB = 1024 * 1024;
/** So many MB. */
const WRITE_TO_LOG_SQL = `
  select count(pg_logical_emit_message(false, 'test', repeat('x', 1000000))) from generate_series(1, $1)`;

let dataDir: string;
const open: Database[] = [];
const children: ChildProcess[] = [];

const openHere = async (options: Partial<DatabaseOptions> = {}, clock = systemClock): Promise<Database> => {
  const db = await openDatabase({ dataDir, ...options }, { clock, log: silentLog });
  open.push(db);
  return db;
};
type Child = { child: ChildProcess; next: () => Promise<string | undefined>; opened: () => Promise<void> };
const startChild = (mode: string): Child => {
  const child = spawn(process.execPath, [CHILD, dataDir, mode], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string | undefined> => {
    const line = await lines.next();
    return line.done ? undefined : line.value;
  };
  const opened = async () => expect(await next()).toBe('open');
  return { child, next, opened };
};
const killed = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await once(child, 'exit');
};
const addUser = async (db: Database, name: string): Promise<void> => {
  const at = '2026-06-20T12:00:00.000Z';
  await db.query(
    'insert into users (id, name, created_at, updated_at) values (gen_random_uuid(), $1, $2, $2)',
    [name, at],
  );
};
const names = async (db: Database): Promise<string[]> =>
  (await db.query<{ name: string }>('select name from users order by name')).map(({ name }) => name);

describe.skipIf(inject('testDatabase').engine !== 'pglite')('the embedded database', () => {
  beforeEach(async () => {
    dataDir = await createTestDataDir();
  });
  afterEach(async () => {
    for (const db of open.splice(0)) await db.close();
    for (const child of children.splice(0))
      if (child.exitCode === null && child.signalCode === null) await killed(child);
    await removeTestDataDir(dataDir);
  });

  test('what was acknowledged survives kill -9, time after time', { timeout: 60_000 }, async () => {
    const acknowledged = new Set<string>();
    for (let round = 1; round <= KILLS; round++) {
      const { child, next, opened } = startChild('insert');
      await opened();
      // What had left the process before it died counts as acknowledged too.
      for (let line = await next(); line !== undefined; line = await next()) {
        acknowledged.add(line);
        if (acknowledged.size === round * ACKNOWLEDGED_BEFORE_KILL) child.kill('SIGKILL');
      }
    }
    const kept = new Set(await names(await openHere()));
    const lost = [...acknowledged].filter((id) => id.length === 36 && !kept.has(id));
    expect(lost).toEqual([]);
    expect(kept.size).toBeGreaterThanOrEqual(KILLS * ACKNOWLEDGED_BEFORE_KILL);
  });

  test('a second process gets a clear error and touches nothing', { timeout: 60_000 }, async () => {
    const { child, opened } = startChild('hold');
    await opened();
    const before = (await stat(join(dataDir, 'database'))).mtimeMs;
    await expect(openHere()).rejects.toThrow(
      `DATA_DIR ${dataDir} is in use by another Hereabouts process (pid ${child.pid})`,
    );
    await expect(restoreSnapshot(dataDir, 'any', systemClock)).rejects.toThrow('in use by another');
    expect((await stat(join(dataDir, 'database'))).mtimeMs).toBe(before);
    await killed(child);
    // The lock went with its owner.
    expect(await names(await openHere())).toEqual([]);
  });

  test('OPS-11 the marker of a move or restore keeps a start from making an empty database, and goes once there is one', async () => {
    const start = async () => {
      const db = await openDatabase({ dataDir }, { clock: systemClock, log: silentLog });
      await db.close();
    };
    await start();
    await markIncoming(dataDir);
    await start();
    expect(isIncoming(dataDir)).toBe(false);
    await markIncoming(dataDir);
    await rm(databaseFolder(dataDir), { recursive: true });
    await expect(start()).rejects.toThrow('was not completed');
  });

  test('the same process cannot open it twice', async () => {
    await openHere();
    await expect(openHere()).rejects.toThrow('in use by another');
  });

  test('a slow query leaves the event loop free', async () => {
    const db = await openHere();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const slow = 'select count(*) as n from generate_series(1, 400000) a where sqrt(a) * sqrt(a) > 0';
    const start = performance.now();
    delay.enable();
    await Promise.all(Array.from({ length: 5 }, () => db.query(slow)));
    delay.disable();
    const tookMs = performance.now() - start;
    expect(tookMs).toBeGreaterThan(100);
    // In the same thread the longest pause would be the whole batch. Other work on the machine gets some room.
    expect(delay.percentile(99) / 1e6).toBeLessThan(Math.max(20, tookMs / 5));
  });

  test('a statement that never ends costs its connection, not the service', { timeout: 60_000 }, async () => {
    const db = await openHere({ statementTimeoutMs: 2_000 });
    await addUser(db, 'before');
    const endless = db.query(
      'with recursive r as (select 1 union all select 1 from r) select count(*) from r',
    );
    expect(isUnavailable(await endless.catch((error: unknown) => error))).toBe(true);
    // A machine under load may take longer to open it again than a query waits.
    await vi.waitFor(async () => expect(await names(db)).toEqual(['before']), { timeout: 40_000 });
  });

  test('a first start killed half-way is begun again', { timeout: 60_000 }, async () => {
    await rm(join(dataDir, 'database'), { recursive: true });
    await mkdir(join(dataDir, 'database-unfinished'));
    await writeFile(join(dataDir, 'database-unfinished', 'PG_VERSION'), '17\n');
    const db = await openHere();
    await addUser(db, 'first');
    expect(await names(db)).toEqual(['first']);
    expect(existsSync(join(dataDir, 'database-unfinished'))).toBe(false);
  });

  describe('snapshots', () => {
    let clock: FakeClock;
    beforeEach(() => {
      clock = createFakeClock('2026-06-20T12:00:00.000Z');
    });
    const snapshots = (): Promise<string[]> => listSnapshots(dataDir);

    test('are taken every hour, with the event loop free', { timeout: 60_000 }, async () => {
      const db = await openHere({ statementTimeoutMs: DAY_MS }, clock);
      await addUser(db, 'kept');
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      clock.advance(MINUTE_MS);
      await expect.poll(snapshots, WAIT).toEqual(['2026-06-20T12-01-00.000Z.tar.gz']);
      delay.disable();
      // The whole takes most of a second; what is left to this thread is handing over buffers.
      expect(delay.percentile(99) / 1e6).toBeLessThan(50);
      clock.advance(HOUR_MS);
      await expect.poll(snapshots, WAIT).toHaveLength(2);
    });

    test('go on an hour after the last one when the server starts again', { timeout: 60_000 }, async () => {
      const db = await openHere({ statementTimeoutMs: DAY_MS }, clock);
      await db.snapshots?.take();
      await db.close();
      open.pop();
      clock.advance(HOUR_MS / 2);
      await openHere({ statementTimeoutMs: DAY_MS }, clock);
      clock.advance(HOUR_MS / 2 - 1);
      expect(await snapshots()).toHaveLength(1);
      clock.advance(1);
      await expect.poll(snapshots, WAIT).toHaveLength(2);
    });

    test(
      'a restore brings back what was there, and keeps what it replaces',
      { timeout: 60_000 },
      async () => {
        const db = await openHere({ statementTimeoutMs: DAY_MS }, clock);
        await addUser(db, 'kept');
        const name = await db.snapshots?.take();
        expect(name).toBe('2026-06-20T12-00-00.000Z.tar.gz');
        await addUser(db, 'later');
        await expect(restoreSnapshot(dataDir, name ?? '', clock)).rejects.toThrow('in use by another');
        await db.close();
        open.pop();

        const restored = await restoreSnapshot(dataDir, name ?? '', clock);
        expect(restored.rows['public.users']).toBe(1);
        expect(restored.replaced).not.toBeNull();
        expect(existsSync(join(restored.replaced ?? '', 'PG_VERSION'))).toBe(true);
        expect(await names(await openHere({ statementTimeoutMs: DAY_MS }, clock))).toEqual(['kept']);
      },
    );

    test('a snapshot that does not open changes nothing', { timeout: 60_000 }, async () => {
      const db = await openHere({ statementTimeoutMs: DAY_MS }, clock);
      await addUser(db, 'kept');
      const name = (await db.snapshots?.take()) ?? '';
      await db.close();
      open.pop();
      const path = join(dataDir, 'snapshots', name);
      const whole = await readFile(path);
      await writeFile(path, whole.subarray(0, 100_000));
      await expect(restoreSnapshot(dataDir, name, clock)).rejects.toThrow();
      await writeFile(path, gzipSync('not a database'));
      await expect(restoreSnapshot(dataDir, name, clock)).rejects.toThrow();
      await expect(restoreSnapshot(dataDir, 'nothing', clock)).rejects.toThrow(
        'There is no snapshot nothing',
      );
      expect(await names(await openHere({ statementTimeoutMs: DAY_MS }, clock))).toEqual(['kept']);
    });

    test(
      'OPS-06 without room for a snapshot, the log of the database does not fill the disk',
      { timeout: 60_000 },
      async () => {
        const disk = async () => ({ bavail: 0, bsize: 1, files: 0, ffree: 0 }) as StatsFs;
        const db = await openHere({ statementTimeoutMs: DAY_MS, disk }, clock);
        for (const writtenMb of [200, 50, 50]) {
          await db.query(WRITE_TO_LOG_SQL, [writtenMb]);
          await expect(db.snapshots?.take()).rejects.toThrow('There is no room');
          expect(await folderBytes(join(databaseFolder(dataDir), 'pg_wal'))).toBeLessThan(100 * MB);
        }
      },
    );

    test('a new migration makes a snapshot', { timeout: 60_000 }, async () => {
      const migrationsFolder = join(dataDir, 'migrations');
      const own = fileURLToPath(new URL('./migrations/', import.meta.url));
      await mkdir(migrationsFolder);
      for (const file of await readdir(own))
        await writeFile(join(migrationsFolder, file), await readFile(own + file));
      await writeFile(join(migrationsFolder, '900-more.sql'), 'create table more (id bigint);');
      await openHere({ migrationsFolder }, clock);
      expect(await snapshots()).toEqual(['2026-06-20T12-00-00.000Z.tar.gz']);
    });
  });
});
