import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '@hereabouts/testing/instance';
import { freePort } from '@hereabouts/testing/nats';
import { startPostgres } from '@hereabouts/testing/postgres';
import { Closers } from '../bench/closers.ts';
import { ChatWriter } from './chat-writer.ts';
import { checkChat, readStored } from './check-chat.ts';
import { HttpLog } from './http-log.ts';
import { startBus } from './machines.ts';
import { Party } from './party.ts';
import { serverProcess } from './server-process.ts';
import { askAnew, until } from './wait.ts';

const PROGRAM = 'server/src/cluster/main.ts';
const COUNT = 2;
const closers = new Closers();
afterAll(() => closers.close());

/** Of the server processes of a cluster. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid);

function parentOf(pid: number): number {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

test('OPS-10 a cluster says what it needs', async () => {
  const child = spawn(process.execPath, [PROGRAM, String(COUNT)], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(1);
  expect(said).toContain('Several processes need DATABASE_URL');
  expect(said).toContain('NATS_URL');
});

test.skipIf(process.platform !== 'linux')(
  'OPS-10 a cluster takes connections without the process that watches it, goes on when a process is killed, is rolled without a failed request, and stops whole',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hereabouts-cluster-'));
    closers.add(() => rm(folder, { recursive: true, force: true }));
    const postgres = (await startPostgres({ synchronous_commit: 'on' }))!;
    closers.add(() => postgres.stop());
    await createEmptyDatabase(postgres, 'cluster');
    const { url: busUrl } = await startBus(closers);
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: postgres.urlOf('cluster'),
      NATS_URL: busUrl,
      WRITES_PER_MINUTE: '100000',
      NEW_ACCOUNTS_TEXT_MB: '100000',
      OVERLOAD_LAG_MS: '0',
    };
    const instance = serverProcess(await freePort(), env, [PROGRAM, String(COUNT)]);
    closers.add(() => instance.stop());
    await instance.start();
    const children = () => childrenOf(instance.pid());
    await expect.poll(() => instance.starts(), { timeout: 30_000 }).toBe(COUNT);

    const log = new HttpLog();
    const party = await Party.start(`http://127.0.0.1:${instance.port}`, log);
    const { pages } = party.open(party.host);
    closers.add(() => pages.forEach((page) => page.close()));
    const writer = new ChatWriter(party.host, party.eventId, { pauseMs: 10 });
    closers.add(() => writer.stop());
    writer.start();
    await until(() => pages.every((page) => page.isUp) && writer.acknowledged.length > 20, 20_000);

    process.kill(instance.pid(), 'SIGSTOP');
    const status = await askAnew(`http://127.0.0.1:${instance.port}/healthz`);
    process.kill(instance.pid(), 'SIGCONT');
    expect(status).toBe(200);

    const [killed] = children();
    process.kill(killed!, 'SIGKILL');
    await expect
      .poll(() => children().filter((pid) => pid !== killed).length, { timeout: 30_000 })
      .toBe(COUNT);

    const before = children();
    const rolledMs = performance.now();
    process.kill(instance.pid(), 'SIGHUP');
    const isRolled = () => children().length === COUNT && children().every((pid) => !before.includes(pid));
    expect(await until(isRolled, 60_000)).not.toBeNull();
    expect(Object.fromEntries(log.failures(rolledMs))).toEqual({});

    await writer.stop();
    const stored = await readStored(party.host, party.eventId);
    await until(() => pages.every(({ chat }) => chat.reach >= stored.size), 20_000);
    const readers = pages.map(({ chat }) => chat);
    expect(checkChat(stored, [writer], readers)).toEqual([]);
    const last = children();
    await instance.stop();
    expect(last.filter((pid) => parentOf(pid) !== 0)).toEqual([]);
  },
);
