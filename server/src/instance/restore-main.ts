import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { prepareDataDir } from '#server/data-dir.ts';
import { restoreSnapshot } from '#server/db/restore.ts';
import { listSnapshots } from '#server/db/snapshots.ts';
import { cliLog, print, runProgram } from './cli.ts';

await runProgram(async ([snapshot]) => {
  const { dataDir: folder } = readConfig();
  if (snapshot === undefined) {
    const names = await listSnapshots(folder);
    throw new Error(
      `Which one? npm run restore -- <snapshot>\n  ${names.join('\n  ') || '(there are none)'}`,
    );
  }
  prepareDataDir(folder, cliLog());
  const { replaced, rows } = await restoreSnapshot(folder, snapshot, systemClock);
  const counts = Object.entries(rows).map(([table, count]) => `  ${table}: ${count}`);
  print(`Restored ${snapshot}, rows:\n${counts.join('\n')}`);
  if (replaced) print(`What was there before is in ${replaced}`);
});
