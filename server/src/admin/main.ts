import { existsSync } from 'node:fs';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createPrivateFiles } from '#server/data-dir.ts';
import { databaseFolder } from '#server/db/embedded.ts';
import { runCommand, USAGE, type CommandResult } from './commands.ts';
import { askServer } from './socket.ts';

/** Executed by the running server; without one this process opens the database. */
async function run(config: Config, args: readonly string[]): Promise<CommandResult> {
  if (args.length === 0) return { ok: false, text: USAGE };
  return (await askServer(config.dataDir, args, systemClock)) ?? (await runAlone(config, args));
}

async function runAlone(config: Config, args: readonly string[]): Promise<CommandResult> {
  if (config.database.url === null && !existsSync(databaseFolder(config.dataDir))) {
    return { ok: false, text: `There is no database in ${config.dataDir}. Is DATA_DIR right?\n` };
  }
  // Standard output is for the answer; only operator actions are logged.
  const logTo = {
    write: (line: string) => void (line.includes('"security":') && process.stderr.write(line)),
  };
  const app = await createApp({ ...config, logLevel: 'info' }, { logTo });
  try {
    return await runCommand(app.context, args);
  } finally {
    await app.stop();
  }
}

createPrivateFiles();
try {
  const { ok, text } = await run(readConfig(), process.argv.slice(2));
  (ok ? process.stdout : process.stderr).write(text);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
