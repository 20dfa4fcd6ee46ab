import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { buildEmbedded, databaseFolder } from '@hereabouts/server/db/embedded';
import { extractArchive } from '@hereabouts/server/db/tar-folder';

let template: Promise<string> | undefined;

/** A DATA_DIR with a migrated, empty embedded database in it; copied, so that it costs little. */
export async function createTestDataDir(): Promise<string> {
  template ??= build();
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-data-'));
  await cp(await template, dataDir, { recursive: true });
  return dataDir;
}

export const removeTestDataDir = (dataDir: string): Promise<void> =>
  rm(dataDir, { recursive: true, force: true });

async function build(): Promise<string> {
  const server = inject('testDatabase');
  if (server.engine !== 'pglite')
    throw new Error('The embedded database is tested with TEST_DB=pglite alone');
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-template-'));
  const files = (folder: string) => extractArchive(server.template, folder, { isCompressed: false });
  await rename(await buildEmbedded(dataDir, { files }), databaseFolder(dataDir));
  process.once('exit', () => void rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}
