import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepAlive, systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { prepareDataDir } from '#server/data-dir.ts';
import { backUp, defaultPath } from './backup.ts';
import { cliLog, print, runProgram, showProgress, warn, warnOfLeftOut } from './cli.ts';

const OPTIONS = { force: { type: 'boolean', default: false } } as const;

await runProgram(async (args) => {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (positionals.length > 1) throw new Error('Usage: npm run backup [-- FILE] [--force]');
  const mayEnd = keepAlive();
  try {
    const config = readConfig();
    const parts = {
      clock: systemClock,
      log: cliLog(),
      progress: showProgress({ clock: systemClock }),
      force: values.force,
    };
    prepareDataDir(config.dataDir, parts.log);
    const [file = defaultPath(config.dataDir, parts)] = positionals;
    const path = resolve(file);
    const { totals, pictures, leftOut } = await backUp(config, path, parts);
    const rows = [...totals.values()].reduce((sum, total) => sum + total.rows, 0);
    print(`Backed up ${rows} rows of ${totals.size} tables and ${pictures.files} files of pictures:`);
    print(`${path} (${((await stat(path)).size / 1e6).toFixed(1)} MB)`);
    warnOfLeftOut(leftOut);
    if (pictures.missing > 0) {
      const { missing, missingOriginals } = pictures;
      warn(`WARNING: ${missing} files of pictures are missing, among them ${missingOriginals} originals.`);
    }
  } finally {
    mayEnd();
  }
});
