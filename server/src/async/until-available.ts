import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import type { DatabaseLog } from '#server/db/database.ts';
import { waitUntil } from './wait-until.ts';

const RETRY_EVERY_MS = 2 * SECOND_MS;

/** Tries again while `isUnreachable`. @throws other errors */
export async function openWhenAvailable<T>(
  name: string,
  open: () => Promise<T>,
  {
    clock,
    log,
    isUnreachable,
  }: {
    clock: Clock;
    log: Pick<DatabaseLog, 'warn' | 'info'>;
    isUnreachable: (error: unknown) => boolean;
  },
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const opened = await open();
      if (tries > 1) log.info({ tries }, `${name} can be reached now`);
      return opened;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      log.warn({ err: error }, `${name} cannot be reached; trying again in ${RETRY_EVERY_MS} ms`);
      await waitUntil(clock, clock.now() + RETRY_EVERY_MS);
    }
  }
}
