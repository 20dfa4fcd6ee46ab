import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#server/clock.ts';

/** Stores messages as private files if no transport is configured. */
export type Outbox = {
  put(content: Buffer | string, extension: 'eml' | 'sms'): Promise<string>;
};

export function createOutbox(dataDir: string, clock: Clock): Outbox {
  const folder = join(dataDir, 'outbox');
  let written = 0;
  return {
    async put(content, extension) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Sorts by writing order, also within a millisecond.
      const moment = new Date(clock.now()).toISOString().replaceAll(':', '-');
      const order = String((written += 1)).padStart(6, '0');
      const path = join(folder, `${moment}-${order}-${randomBytes(4).toString('hex')}.${extension}`);
      await writeFile(`${path}.part`, content, { mode: 0o600 });
      await rename(`${path}.part`, path);
      return path;
    },
  };
}
