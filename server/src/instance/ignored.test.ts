import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { snapshotName } from '#server/db/snapshot-retention.ts';
import { reportIgnored } from './ignored.ts';

test('OPS-02 a start reports the embedded database, its snapshots and the pictures on disk that its settings ignore', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-ignored-'));
  const lines: string[] = [];
  const note = (level: string) => (_: object, message: string) => void lines.push(`${level}: ${message}`);
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const settings = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' };
  const remote = { ...readConfig({ DATABASE_URL: 'postgres://x/y', ...settings }), dataDir };
  try {
    reportIgnored(remote, log);
    expect(lines).toEqual([]);
    await mkdir(join(dataDir, 'database'));
    await mkdir(join(dataDir, 'uploads', 'ab'), { recursive: true });
    await mkdir(join(dataDir, 'snapshots'));
    await writeFile(join(dataDir, 'snapshots', snapshotName(0)), '');
    reportIgnored({ ...readConfig({}), dataDir }, log);
    expect(lines).toEqual([]);
    reportIgnored(remote, log);
    expect(lines).toEqual([
      'warn: DATABASE_URL is used, and the embedded database in DATA_DIR ignored: npm run move transfers it',
      'warn: DATABASE_URL is used, and nothing deletes the copies of the embedded database in DATA_DIR/snapshots any more: they hold also what people have deleted since',
      'warn: S3_BUCKET is used, and the pictures in DATA_DIR/uploads are ignored',
    ]);
    await rm(join(dataDir, 'snapshots'), { recursive: true });
    await writeFile(join(dataDir, 'database', 'hereabouts-moved'), '');
    reportIgnored({ ...remote, s3: null }, log);
    expect(lines.slice(3)).toEqual(['info: DATABASE_URL is used; the embedded database was moved away']);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
