import { randomBytes } from 'node:crypto';
import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { createFresh } from '#server/async/fresh.ts';
import { fileTimeOf, type Clock } from '#server/clock.ts';
import { writeWhole } from '#server/lib/write-whole.ts';

const KEPT_MS = 7 * DAY_MS;
/** Also unfinished ones, of a process that was killed. */
const OWN = /\.(?:eml|sms)(?:\.part)?$/;

/** Private files, if no transport is configured. */
export type Outbox = {
  put(content: Buffer | string, extension: 'eml' | 'sms'): Promise<string>;
};

export function createOutbox(dataDir: string, clock: Clock): Outbox {
  const folder = join(dataDir, 'outbox');
  let written = 0;
  const sweep = createFresh(clock, HOUR_MS, async () => {
    const oldest = fileTimeOf(clock.now() - KEPT_MS);
    const old = (await readdir(folder)).filter((name) => OWN.test(name) && name < oldest);
    // Another process may have been faster.
    for (const name of old) await unlink(join(folder, name)).catch(() => {});
  });
  return {
    async put(content, extension) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await sweep();
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
