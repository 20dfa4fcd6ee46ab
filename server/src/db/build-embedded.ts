import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { createPrivateFiles } from '#server/data-dir.ts';
import { buildEmbedded } from './embedded.ts';
import { DatabaseUnavailableError } from './errors.ts';

/** Without optimising, V8 takes half of the memory. */
export const LESS_MEMORY = '--liftoff-only';

/** In a process of its own, because V8's options are those of a whole process. */
export async function buildApart(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [LESS_MEMORY, import.meta.filename, dataDir], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, problem] = await Promise.all([exited, text(child.stderr)]);
  if (code !== 0) throw new DatabaseUnavailableError(`The database could not be created: ${problem.trim()}`);
}

if (import.meta.main) {
  createPrivateFiles();
  try {
    // The folder is locked by the waiting process: this one must not outlive it.
    process.stdin.once('end', () => process.exit(1)).resume();
    await buildEmbedded(process.argv[2] ?? '', {});
    process.exit(0);
  } catch (error) {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
