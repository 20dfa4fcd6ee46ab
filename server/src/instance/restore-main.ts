import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepAlive, systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { prepareDataDir } from '#server/data-dir.ts';
import { listSnapshots } from '#server/db/snapshots.ts';
import { backupsFolder } from './backup.ts';
import { cliLog, print, runProgram, showProgress, table } from './cli.ts';
import type { RemovalKind } from './removals.ts';
import { restoreArchive, restoreFromSnapshot, type Restored } from './restore.ts';

const SNAPSHOT = /\.tar\.gz$/;
const OPTIONS = { replace: { type: 'boolean', default: false } } as const;

await runProgram(async (args) => {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const config = readConfig();
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) throw new Error(await usage(config.dataDir));
  const mayEnd = keepAlive();
  try {
    const parts = {
      clock: systemClock,
      log: cliLog(),
      progress: showProgress({ clock: systemClock }),
    };
    prepareDataDir(config.dataDir, parts.log);
    const path = [join(backupsFolder(config.dataDir), name), resolve(name)].find((at) => existsSync(at));
    const isArchive = path !== undefined && !SNAPSHOT.test(path);
    report(
      name,
      isArchive
        ? await restoreArchive(config, path, values, parts)
        : await restoreFromSnapshot(config, name, parts),
    );
  } finally {
    mayEnd();
  }
});

async function usage(dataDir: string): Promise<string> {
  const backups = (await readdir(backupsFolder(dataDir)).catch(() => [])).filter((name) =>
    name.endsWith('.tar'),
  );
  const names = [...backups.toSorted(), ...(await listSnapshots(dataDir))];
  return `Which one? npm run restore -- BACKUP [--replace]\n  ${names.join('\n  ') || '(there are none)'}`;
}

function report(name: string, restored: Restored): void {
  print(`Restored ${name}, rows:`);
  print(table(restored.rows.map((row) => [row.name, row.rows])));
  if (restored.files !== null) {
    const { restored: files, missing } = restored.files;
    print(`Files of pictures: ${files}${missing > 0 ? `; ${missing} were missing when it was made` : ''}.`);
  }
  print(`Files without a row, deleted: ${restored.stray}.`);
  reportRemovals(restored);
  print('Revoked or discarded:');
  print(table(restored.revoked.map((row) => [row.name, row.rows])));
  if (restored.replaced) print(`What was there before is in ${restored.replaced}`);
}

/** Null for notes that only end earlier ones. */
const REMOVED_AGAIN: Record<RemovalKind, string | null> = {
  user: 'accounts deleted',
  suspended: 'accounts suspended',
  reinstated: 'accounts reinstated',
  session: 'sessions of guests ended',
  message: 'messages removed',
  takendown: 'announcements taken down',
  event: 'events removed',
  picture: 'pictures removed',
  guest: 'guests taken off a list',
  cohost: 'co-hosts removed',
  appointed: null,
  blocked: 'people blocked',
  unblocked: 'people unblocked',
  unfriended: 'friendships and requests ended',
  private: 'events made private',
  public: 'events made public',
  contacthidden: 'addresses and numbers hidden',
  contactshown: null,
};

function reportRemovals({ removals, removedAgain }: Restored): void {
  if (removals === 0) {
    print(
      'No deletion, removal or revocation of the last 90 days is known: nothing had to be removed again.',
    );
    return;
  }
  print(
    `Deletions, removals and revocations of the last 90 days: ${removals}. Done again, because the backup is older:`,
  );
  print(
    table(
      Object.entries(REMOVED_AGAIN).flatMap(([kind, label]) =>
        label === null ? [] : [[label, removedAgain[kind as RemovalKind]] as const],
      ),
    ),
  );
}
