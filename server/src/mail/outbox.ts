import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { isoOf, type Clock } from '#server/clock.ts';

const KEPT_MS = 7 * DAY_MS;

/** Private files, if no transport is configured. */
export type Outbox = {
  put(content: Buffer | string, extension: 'eml' | 'sms'): Promise<string>;
};

export function createOutbox(dataDir: string, clock: Clock): Outbox {
  const folder = join(dataDir, 'outbox');
  let written = 0;
  let sweepAtMs = 0;
  const momentOf = (ms: number) => isoOf(ms).replaceAll(':', '-');
  const sweep = async () => {
    if (clock.now() < sweepAtMs) return;
    sweepAtMs = clock.now() + HOUR_MS;
    const oldest = momentOf(clock.now() - KEPT_MS);
    const old = (await readdir(folder)).filter((name) => /\.(?:eml|sms)$/.test(name) && name < oldest);
    // Another process may have been faster.
    for (const name of old) await unlink(join(folder, name)).catch(() => {});
  };
  return {
    async put(content, extension) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await sweep();
      // Sorts by order of writing, also within a millisecond.
      const moment = momentOf(clock.now());
      const order = String((written += 1)).padStart(6, '0');
      const path = join(folder, `${moment}-${order}-${randomBytes(4).toString('hex')}.${extension}`);
      await writeFile(`${path}.part`, content, { mode: 0o600 });
      await rename(`${path}.part`, path);
      return path;
    },
  };
}
