import type { StatsFs } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTestDataDir, removeTestDataDir } from '@hereabouts/testing/data-dir';
import { silentLog } from '@hereabouts/testing/silent-log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  DataDirOwnerError,
  prepareDataDir,
  hasSpaceForCopy,
  hasSpaceForNotes,
  hasSpaceForPictures,
  hasSpaceForWrites,
  isDiskFull,
} from './data-dir.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAMS = [
  'server/src/main.ts',
  'server/src/admin/main.ts',
  'server/src/instance/move-main.ts',
  'server/src/instance/backup-main.ts',
  'server/src/instance/restore-main.ts',
];
/** Runs those in its folder. */
const CLI = 'server/src/instance/cli.ts';
const SCRIPTS = ['demo/demo.ts', 'demo/phone.ts'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hereabouts-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await lstat(path)).mode & 0o777;

/** Entries of a folder, itself included, that the group or others have any right to. */
async function openEntries(dir: string): Promise<string[]> {
  const names = ['.', ...(await readdir(dir, { recursive: true }))];
  const modes = await Promise.all(names.map((name) => modeOf(join(dir, name))));
  return names.filter((_, index) => ((modes[index] ?? 0) & 0o077) !== 0);
}

/** Runs a program of the product as an operator with the usual umask does. */
function run(program: string, dataDir: string, args: readonly string[] = []) {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info', DATABASE_URL: '' };
  return spawn('sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, program, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function runToEnd(program: string, dataDir: string, args: readonly string[] = []) {
  const child = run(program, dataDir, args);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

/** Starts the server, reads its log until it listens, and stops it again. */
async function startAndStop(dataDir: string): Promise<string[]> {
  const child = run('server/src/main.ts', dataDir);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('Hereabouts is at')) child.kill('SIGTERM');
  }
  return lines;
}

test('OPS-01 an open DATA_DIR and everything in it is restricted at the start, and this is logged', async () => {
  await mkdir(join(folder, 'snapshots'));
  await writeFile(join(folder, 'snapshots', 'old.tar.gz'), 'hashes');
  await symlink('/etc/hostname', join(folder, 'link'));
  await chmod(folder, 0o755);
  await chmod(join(folder, 'snapshots'), 0o777);
  await chmod(join(folder, 'snapshots', 'old.tar.gz'), 0o666);
  const before = await modeOf('/etc/hostname');
  const warnings: unknown[] = [];
  prepareDataDir(folder, { warn: (...line: unknown[]) => warnings.push(line) });
  expect([await modeOf(folder), await modeOf(join(folder, 'snapshots'))]).toEqual([0o700, 0o700]);
  expect(await modeOf(join(folder, 'snapshots', 'old.tar.gz'))).toBe(0o600);
  expect(await modeOf('/etc/hostname')).toBe(before);
  expect(warnings).toEqual([
    [{ dataDir: folder, entries: 3 }, 'DATA_DIR was open to other users and is restricted now'],
  ]);
  prepareDataDir(folder, { warn: (...line: unknown[]) => warnings.push(line) });
  expect(warnings).toHaveLength(1);
});

test('OPS-01 a DATA_DIR of another user is refused and left alone', { timeout: 30_000 }, async () => {
  let foreign = '/';
  if (process.getuid?.() === 0) {
    foreign = join(folder, 'theirs');
    await mkdir(foreign);
    await chmod(foreign, 0o755);
    await chown(foreign, 4_242, 4_242);
  }
  const before = await modeOf(foreign);
  expect(() => prepareDataDir(foreign, silentLog)).toThrow(DataDirOwnerError);
  for (const program of PROGRAMS.filter((name) => !name.includes('admin'))) {
    const args = program.includes('move') ? ['--to', 'postgres://127.0.0.1:1/none'] : ['a-snapshot'];
    const { code, text } = await runToEnd(program, foreign, args);
    expect([program, code]).toEqual([program, 1]);
    expect(text).toContain(`DATA_DIR ${foreign} belongs to another user (uid `);
  }
  expect(await modeOf(foreign)).toBe(before);
});

test('OPS-01 files of another user within it are left alone and counted in the log', async () => {
  if (process.getuid?.() !== 0) return;
  await mkdir(join(folder, 'lost+found'), { mode: 0o755 });
  await chown(join(folder, 'lost+found'), 4_242, 4_242);
  const warnings: unknown[] = [];
  prepareDataDir(folder, { warn: (details: unknown) => warnings.push(details) });
  expect(warnings).toEqual([{ dataDir: folder, entries: 1 }]);
  expect(await modeOf(join(folder, 'lost+found'))).toBe(0o755);
});

test(
  'OPS-01 a new instance keeps everything for its own user, whatever the umask',
  { timeout: 120_000 },
  async () => {
    const dataDir = join(folder, 'deep', 'data');
    const lines = await startAndStop(dataDir);
    expect(lines.some((line) => line.startsWith('Hereabouts is at'))).toBe(true);
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['admin', 'database', 'uploads']));
    expect(await openEntries(dataDir)).toEqual([]);
  },
);

test(
  'OPS-01 an instance that was open is closed when it is started again',
  { timeout: 120_000 },
  async () => {
    const dataDir = await createTestDataDir();
    try {
      for (const name of await readdir(dataDir, { recursive: true })) {
        const path = join(dataDir, name);
        await chmod(path, (await lstat(path)).isDirectory() ? 0o755 : 0o666);
      }
      await chmod(dataDir, 0o755);
      const lines = await startAndStop(dataDir);
      expect(lines.join('\n')).toContain('DATA_DIR was open to other users and is restricted now');
      expect(await openEntries(dataDir)).toEqual([]);
    } finally {
      await removeTestDataDir(dataDir);
    }
  },
);

test('OPS-01 going back to a snapshot keeps the files private', { timeout: 60_000 }, async () => {
  const { code, text } = await runToEnd('server/src/instance/restore-main.ts', folder, ['a-snapshot']);
  expect(text).toContain('There is no snapshot a-snapshot');
  expect(code).toBe(1);
  expect(await readdir(folder)).toContain('lock.pid');
  expect(await openEntries(folder)).toEqual([]);
});

test.each([...PROGRAMS, ...SCRIPTS])('OPS-01 %s sets the umask before it does anything', async (program) => {
  const source = await readFile(
    join(ROOT, program.startsWith('server/src/instance/') ? CLI : program),
    'utf8',
  );
  if (program.startsWith('server/src/instance/')) {
    expect(await readFile(join(ROOT, program), 'utf8')).toMatch(/^await runProgram\(/m);
  }
  expect(source).toMatch(/^ *createPrivateFiles\(\);\n *try \{/m);
});

test.each([
  ['bytes', (times: number) => ({ bavail: times * 64 })],
  ['files', (times: number) => ({ ffree: times * 1_000 })],
])(
  'OPS-06 a disk without room for more %s is full; pictures, copies and changes leave some of them',
  (_, left) => {
    const disk = { bavail: 10_000, bsize: 1024 * 1024, files: 1_000_000, ffree: 100_000 } as StatsFs;
    const spaces = (one: Partial<StatsFs>) => {
      const changed = Object.assign({}, disk, one);
      const isSpace = [hasSpaceForPictures(changed), hasSpaceForCopy(changed, 0), hasSpaceForWrites(changed)];
      return [...isSpace, !isDiskFull(changed)];
    };
    expect(spaces({})).toEqual([true, true, true, true]);
    expect(spaces(left(3))).toEqual([false, true, true, true]);
    expect(spaces(left(2))).toEqual([false, false, true, true]);
    expect(spaces(left(1.5))).toEqual([false, false, false, true]);
    expect(spaces(left(0.5))).toEqual([false, false, false, false]);
    // As file systems say that count no files.
    expect(spaces({ files: 0, ffree: 0 })).toEqual([true, true, true, true]);
    expect(hasSpaceForCopy(disk, 9_808 * 1024 * 1024)).toBe(true);
    expect(hasSpaceForCopy(disk, 9_808 * 1024 * 1024 + 1)).toBe(false);
    const space = ([0, 7_000, 9_000] as const).map((ffree) =>
      hasSpaceForNotes(Object.assign({}, disk, { ffree })),
    );
    expect(space).toEqual([false, false, true]);
  },
);
