import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
  type Stats,
  type StatsFs,
} from 'node:fs';
import { join } from 'node:path';

type Log = { warn(details: object, message: string): void };

const OTHERS = 0o077;

export class DataDirOwnerError extends Error {
  override readonly name = 'DataDirOwnerError';
}

/** Called first by every program that writes. */
export const createPrivateFiles = (): void => {
  process.umask(OTHERS);
};

/** Makes DATA_DIR private (OPS-01). @throws DataDirOwnerError when another user owns it */
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
  // First: afterwards nobody else can reach its contents.
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

export type Disk = () => Promise<StatsFs>;

/** The embedded database needs space for a checkpoint of its log. */
export const DISK_FREE_MIN_BYTES = 64 * 1024 * 1024;
const FILES_FREE_MIN = 1_000;

/** Less than `times` the minimum, of bytes or files. Some file systems count no files. */
const hasLessThan = (times: number, { bavail, bsize, files, ffree }: StatsFs, takenBytes = 0): boolean =>
  bavail * bsize - takenBytes < times * DISK_FREE_MIN_BYTES || (files > 0 && ffree < times * FILES_FREE_MIN);

export const isDiskFull = (disk: StatsFs): boolean => hasLessThan(1, disk);

/** Pictures, of which anybody can send many, and map tiles, for which anybody can ask, leave this to everything else. */
const LEFT_BY_PICTURES = 4;
export const LEFT_BY_PICTURES_BYTES = LEFT_BY_PICTURES * DISK_FREE_MIN_BYTES;

export const hasSpaceForPictures = (disk: StatsFs): boolean => !hasLessThan(LEFT_BY_PICTURES, disk);

/** Less than pictures leave: small copies are made also where pictures fill the disk. */
const LEFT_BY_COPIES = 3;
export const LEFT_BY_COPIES_BYTES = LEFT_BY_COPIES * DISK_FREE_MIN_BYTES;

export const hasSpaceForCopy = (disk: StatsFs, bytes: number): boolean =>
  !hasLessThan(LEFT_BY_COPIES, disk, bytes);

/** Notes are empty files, of which revocations write many. */
const FILES_LEFT_BY_NOTES = 8 * FILES_FREE_MIN;

export const hasSpaceForNotes = ({ files, ffree }: StatsFs): boolean =>
  files === 0 || ffree >= FILES_LEFT_BY_NOTES;

/** Changes and sign-ups leave this to revocations, sign-ins and reads. */
const LEFT_BY_WRITES = 2;
export const LEFT_BY_WRITES_BYTES = LEFT_BY_WRITES * DISK_FREE_MIN_BYTES;

export const hasSpaceForWrites = (disk: StatsFs): boolean => !hasLessThan(LEFT_BY_WRITES, disk);

/** The embedded database's own error says nothing of the disk. @throws Error */
export function requireDiskSpace(dataDir: string): void {
  if (!isDiskFull(statfsSync(dataDir))) return;
  const megabytes = DISK_FREE_MIN_BYTES / 1024 / 1024;
  throw new Error(`The disk of DATA_DIR ${dataDir} is full: free at least ${megabytes} MB`);
}

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
    // Links have no mode, and their targets are outside.
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
