import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { startInterval } from '#server/async/interval.ts';
import { fileTimeOf, type Clock } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { writeWhole } from '#server/lib/write-whole.ts';

const KEPT_MS = 7 * DAY_MS;
/** Also unfinished ones, of a process that was killed. */
const OWN = /\.(?:eml|sms)(?:\.part)?$/;

/** Private files, if no transport is configured. */
export type Outbox = {
  put(content: Buffer | string, extension: 'eml' | 'sms'): Promise<string>;
};

const folderOf = (dataDir: string): string => join(dataDir, 'outbox');

/** Also where a transport is set: there may have been none before. */
export const startSweepingOutbox = ({
  config: { dataDir },
  clock,
  log,
}: Pick<Context, 'config' | 'clock' | 'log'>): (() => Promise<void>) =>
  startInterval(
    { clock, log },
    {
      everyMs: HOUR_MS,
      failure: 'could not delete old mails of the outbox',
      work: () => sweepOutbox(dataDir, clock),
    },
  );

async function sweepOutbox(dataDir: string, clock: Clock): Promise<void> {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return;
  const oldest = fileTimeOf(clock.now() - KEPT_MS);
  const old = (await readdir(folder)).filter((name) => OWN.test(name) && name < oldest);
  // Another process may have been faster.
  for (const name of old) await unlink(join(folder, name)).catch(() => {});
}

export function createOutbox(dataDir: string, clock: Clock): Outbox {
  const folder = folderOf(dataDir);
  let written = 0;
  return {
    async put(content, extension) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Sorts by order of writing, also within a millisecond.
      const moment = fileTimeOf(clock.now());
      const order = String((written += 1)).padStart(6, '0');
      const path = join(folder, `${moment}-${order}-${randomBytes(4).toString('hex')}.${extension}`);
      const part = `${path}.part`;
      await writeWhole(path, part, () => writeFile(part, content, { mode: 0o600 }));
      return path;
    },
  };
}
