import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_FILE = 'lock.sqlite';
const OWNER_FILE = 'lock.pid';

export type DataDirLock = { release(): void };

export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** By an open SQLite transaction: the system releases it however the process ends. @throws DataDirInUseError */
export function lockDataDir(dataDir: string): DataDirLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
  try {
    file.exec('begin exclusive');
  } catch (cause) {
    file.close();
    if (!String(cause).includes('locked')) throw cause;
    throw new DataDirInUseError(
      `DATA_DIR ${dataDir} is in use by another Hereabouts process (pid ${ownerOf(dataDir)})`,
      { cause },
    );
  }
  writeFileSync(join(dataDir, OWNER_FILE), `${process.pid}\n`);
  return { release: () => file.close() };
}

function ownerOf(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, OWNER_FILE), 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
