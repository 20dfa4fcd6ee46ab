import { print, table, warnOfLeftOut } from './cli.ts';
import type { RemovalKind } from './removals.ts';
import type { Restored } from './restore.ts';

export function printRestored(name: string, restored: Restored): void {
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
  warnOfLeftOut(restored.leftOut);
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
