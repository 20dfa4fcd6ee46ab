import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { createApp } from '#server/app.ts';
import { keepAlive, systemClock } from '#server/clock.ts';
import { readConfig, readSudoUser, type Config } from '#server/config.ts';
import { createPrivateFiles } from '#server/data-dir.ts';
import { databaseFolder } from '#server/db/embedded.ts';
import { chooseCommand, runCommand, type CommandRequest, type CommandResult } from './commands.ts';
import { askServer } from './socket.ts';

/** Without a running server this process opens the database. */
async function run(config: Config, asked: CommandRequest): Promise<CommandResult> {
  const chosen = chooseCommand(asked);
  if ('ok' in chosen) return chosen;
  return (await askServer(config.dataDir, asked, systemClock)) ?? (await runAlone(config, asked));
}

async function runAlone(config: Config, asked: CommandRequest): Promise<CommandResult> {
  if (config.database.url === null && !existsSync(databaseFolder(config.dataDir))) {
    return { ok: false, text: `There is no database in ${config.dataDir}. Is DATA_DIR right?\n` };
  }
  // Standard output is for the answer.
  const logTo = {
    write: (line: string) => void (line.includes('"security":') && process.stderr.write(line)),
  };
  const app = await createApp({ ...config, logLevel: 'info' }, { logTo, isCommand: true });
  try {
    return await runCommand(app.context, asked);
  } finally {
    await app.stop();
  }
}

/** `sudo` tells for whom. */
function operatorName(): string {
  const user = systemUser();
  const sudoUser = readSudoUser();
  return (sudoUser === null || sudoUser === user ? user : `${sudoUser} as ${user}`).slice(0, 100);
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's id may have no name.
    return `uid ${process.getuid?.()}`;
  }
}

createPrivateFiles();
try {
  const config = readConfig();
  const mayEnd = keepAlive();
  const asked = { args: process.argv.slice(2), operator: operatorName() };
  const { ok, text } = await run(config, asked).finally(mayEnd);
  (ok ? process.stdout : process.stderr).write(text);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
