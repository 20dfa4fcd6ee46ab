import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import { hasEmbedded, isMoved } from '#server/db/embedded.ts';
import { isSnapshotName } from '#server/db/snapshot-retention.ts';
import { snapshotsFolder } from '#server/db/snapshots.ts';

/** Warns of data in DATA_DIR that the settings leave unused (OPS-02). */
export function reportIgnored({ dataDir, database, s3 }: Config, log: DatabaseLog): void {
  if (database.url !== null && hasEmbedded(dataDir)) {
    if (isMoved(dataDir)) log.info({ dataDir }, 'DATABASE_URL is used; the embedded database was moved away');
    else {
      log.warn(
        { dataDir },
        'DATABASE_URL is used, and the embedded database in DATA_DIR ignored: npm run move transfers it',
      );
    }
  }
  if (database.url !== null && hasAny(snapshotsFolder(dataDir), isSnapshotName)) {
    log.warn(
      { dataDir },
      'DATABASE_URL is used, and nothing deletes the copies of the embedded database in DATA_DIR/snapshots any more: ' +
        'they hold also what people have deleted since',
    );
  }
  if (s3 !== null && hasAny(join(dataDir, 'uploads'), (name) => !name.startsWith('.'))) {
    log.warn({ dataDir }, 'S3_BUCKET is used, and the pictures in DATA_DIR/uploads are ignored');
  }
}

function hasAny(folder: string, isOne: (name: string) => boolean): boolean {
  try {
    return readdirSync(folder).some(isOne);
  } catch {
    return false;
  }
}
