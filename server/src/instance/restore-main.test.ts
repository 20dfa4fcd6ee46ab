import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDataDir, removeTestDataDir } from '@hereabouts/testing/data-dir';
import { expect, inject, test } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { openDiskStorage } from '#server/storage/disk-storage.ts';

const ROOT = join(import.meta.dirname, '../../..');

const isEmbedded = inject('testDatabase').engine === 'pglite';

/** As `npm run backup` and `npm run restore` do. */
async function run(dataDir: string, program: 'backup' | 'restore', args: string[] = [], databaseUrl = '') {
  const child = spawn(process.execPath, [`server/src/instance/${program}-main.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

test.skipIf(!isEmbedded)(
  'OPS-03 OPS-11 a restore says how many of each kind were removed again',
  { timeout: 120_000 },
  async () => {
    const dataDir = await createTestDataDir();
    try {
      expect(await run(dataDir, 'backup')).toMatchObject({ code: 0 });
      const [name = ''] = await readdir(join(dataDir, 'backups'));
      const storage = await openDiskStorage(join(dataDir, 'uploads'), systemClock);
      await storage.notes.add(`${systemClock.now()}.user.${randomUUID()}`);
      const { code, text } = await run(dataDir, 'restore', [name]);
      expect(text).toContain('Deletions, removals and revocations of the last 90 days: 1.');
      expect(text).toMatch(/accounts deleted +0/);
      expect(code).toBe(0);
    } finally {
      await removeTestDataDir(dataDir);
    }
  },
);

test('OPS-03 a backup that is not found is not taken for a snapshot where Postgres is set', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-missing-'));
  try {
    const url = 'postgres://nobody@127.0.0.1:1/nothing';
    const { code, text } = await run(dataDir, 'restore', ['/mnt/mistyped.tar', '--replace'], url);
    expect(text).toContain('There is no backup /mnt/mistyped.tar, here or in');
    expect(text).not.toMatch(/snapshot/i);
    expect(code).toBe(1);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
