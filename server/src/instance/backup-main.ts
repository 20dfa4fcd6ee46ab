import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepAlive, systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { prepareDataDir } from '#server/data-dir.ts';
import { backUp, defaultPath } from './backup.ts';
import { cliLog, print, runProgram, showProgress } from './cli.ts';

await runProgram(async (args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length > 1) throw new Error('Usage: npm run backup [-- FILE]');
  const mayEnd = keepAlive();
  try {
    const config = readConfig();
    const parts = {
      clock: systemClock,
      log: cliLog(),
      progress: showProgress({ clock: systemClock }),
    };
    prepareDataDir(config.dataDir, parts.log);
    const [file = defaultPath(config.dataDir, parts)] = positionals;
    const path = resolve(file);
    const { totals, pictures } = await backUp(config, path, parts);
    const rows = [...totals.values()].reduce((sum, total) => sum + total.rows, 0);
    print(`Backed up ${rows} rows of ${totals.size} tables and ${pictures.files} files of pictures:`);
    print(`${path} (${((await stat(path)).size / 1e6).toFixed(1)} MB)`);
    if (pictures.missing > 0) print(`${pictures.missing} files of pictures that have a row are missing.`);
  } finally {
    mayEnd();
  }
});
