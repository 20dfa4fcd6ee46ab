import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { keepAlive, systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { prepareDataDir } from '#server/data-dir.ts';
import { cliLog, print, runProgram, showProgress, table } from './cli.ts';
import { moveInstance, type Moved } from './move.ts';

const USAGE = `Usage: npm run move -- --to postgres://… [--s3] [--force]
       npm run move -- --to-file FILE [--s3] [--force]
       npm run move -- --to embedded [--force]

  --to     the database to move to: an empty one of Postgres, or the embedded one in DATA_DIR.
           The database to move from is DATABASE_URL, or without it the embedded one
  --to-file
           the same, read from a file: an address with a password is then in no process list
  --s3     move the pictures from the disk to S3_BUCKET too; --to embedded brings them back
  --force  move a database that was moved away before, or leave pictures behind that are not found`;

const OPTIONS = {
  to: { type: 'string' },
  'to-file': { type: 'string' },
  s3: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
} as const;

await runProgram(async (args) => {
  const { to: given, 'to-file': file, s3, force } = parseArgs({ args, options: OPTIONS }).values;
  if ((given === undefined) === (file === undefined)) throw new Error(USAGE);
  const to = given ?? (await readFile(file as string, 'utf8')).trim();
  const mayEnd = keepAlive();
  try {
    const config = readConfig();
    const parts = {
      clock: systemClock,
      log: cliLog(),
      progress: showProgress({ clock: systemClock }),
    };
    prepareDataDir(config.dataDir, parts.log);
    report(await moveInstance(config, { to, s3, force }, parts));
  } finally {
    mayEnd();
  }
});

function report({ tables, pictures, replaced }: Moved): void {
  print('Moved, with every row read again and compared:');
  const files = pictures === null ? [] : [['files of pictures', pictures.files, pictures.target] as const];
  const rows = tables.map(({ name, source, target }) => [name, source, target] as const);
  print(table([['', 'source', 'target'], ...rows, ...files]));
  if (pictures === null) print('The pictures stay where they are.');
  else if (pictures.missing > 0) print(`${pictures.missing} files were missing at the source already.`);
  for (const folder of replaced) print(`What was there before is in ${folder}`);
  print('The source is unchanged and marked as moved: it starts again only with --force.');
}
