import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepAlive, systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { prepareDataDir } from '#server/data-dir.ts';
import { listSnapshots } from '#server/db/snapshots.ts';
import { backupsFolder } from './backup.ts';
import { cliLog, runProgram, showProgress } from './cli.ts';
import { printRestored } from './restore-report.ts';
import { restoreArchive, restoreFromSnapshot } from './restore.ts';

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
    if (path === undefined && config.database.url !== null && !SNAPSHOT.test(name))
      throw new Error(missing(config.dataDir, name));
    const isArchive = path !== undefined && !SNAPSHOT.test(path);
    printRestored(
      name,
      isArchive
        ? await restoreArchive(config, path, values, parts)
        : await restoreFromSnapshot(config, name, parts),
    );
  } finally {
    mayEnd();
  }
});

/** What is in a folder that the user may not enter seems not to exist. */
function missing(dataDir: string, name: string): string {
  return `There is no backup ${name}, here or in ${backupsFolder(dataDir)}, or it cannot be read`;
}

async function usage(dataDir: string): Promise<string> {
  const backups = (await readdir(backupsFolder(dataDir)).catch(() => [])).filter((name) =>
    name.endsWith('.tar'),
  );
  const names = [...backups.toSorted(), ...(await listSnapshots(dataDir))];
  return `Which one? npm run restore -- BACKUP [--replace]\n  ${names.join('\n  ') || '(there are none)'}`;
}
