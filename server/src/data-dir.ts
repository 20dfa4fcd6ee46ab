import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

type Log = { warn(details: object, message: string): void };

/** Every right of the group and of others. */
const OTHERS = 0o077;

/** DATA_DIR belongs to another user of the machine. */
export class DataDirOwnerError extends Error {
  override readonly name = 'DataDirOwnerError';
}

/** What this process creates from now on is readable by its own user only. The first call of every program that writes. */
export const createPrivateFiles = (): void => {
  process.umask(OTHERS);
};

/**
 * Creates DATA_DIR, or takes the rights of other users away from an existing one and everything in it (OPS-01).
 * @throws DataDirOwnerError when it belongs to another user
 */
export function prepareDataDir(dataDir: string, log: Log): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const own = process.getuid?.();
  // Windows has neither user ids nor modes.
  if (own === undefined) return;
  const folder = statSync(dataDir);
  if (folder.uid !== own) {
    throw new DataDirOwnerError(
      `DATA_DIR ${dataDir} belongs to another user (uid ${folder.uid}; this process runs as uid ${own}). ` +
        'Run Hereabouts as that user, or change the owner of the folder and of everything in it.',
    );
  }
  // The folder first: from here on nobody else reaches what is below it.
  const found = { restricted: restrictEntry(dataDir, folder) ? 1 : 0, foreign: 0 };
  restrictBelow(dataDir, own, found);
  if (found.restricted > 0) {
    log.warn(
      { dataDir, entries: found.restricted },
      'DATA_DIR was open to other users and is restricted now',
    );
  }
  if (found.foreign > 0) {
    log.warn(
      { dataDir, entries: found.foreign },
      'DATA_DIR holds files of another user, which stay as they are',
    );
  }
}

/** Takes the rights of group and others away from everything below a folder that this user owns. */
export const restrictFolder = (folder: string): void =>
  restrictBelow(folder, process.getuid?.(), { restricted: 0, foreign: 0 });

function restrictBelow(
  folder: string,
  own: number | undefined,
  found: { restricted: number; foreign: number },
): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    // A link has no mode of its own, and what it leads to is not in the folder.
    if (stats === undefined || stats.isSymbolicLink()) continue;
    if (stats.uid !== own) {
      found.foreign += 1;
      continue;
    }
    if (restrictEntry(path, stats)) found.restricted += 1;
    if (stats.isDirectory()) restrictBelow(path, own, found);
  }
}

function restrictEntry(path: string, { mode }: Stats): boolean {
  if ((mode & OTHERS) === 0) return false;
  chmodSync(path, mode & 0o700);
  return true;
}
