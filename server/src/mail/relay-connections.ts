import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { JobLaterError } from '#server/jobs/job.ts';

/** The limit never falls below this, however many connections the relay refuses. */
const CONNECTIONS_MIN = 8;
const AGAIN_MS = SECOND_MS / 2;
const ONE_MORE_AFTER_MS = 10 * SECOND_MS;

/** Connections to the mail server: some refuse further ones of one client, Postfix from the 51st. */
export type RelayConnections = {
  /** As many as it has not refused. */
  readonly max: number;
  /** @throws JobLaterError while all are in use, or when the mail server refuses one more; otherwise what `send` throws */
  use<T>(send: () => Promise<T>): Promise<T>;
};

/** `isRefusal`: of the connection, not of the mail. @param tookMs from the beginning of the connection or mail */
export function createRelayConnections(
  most: number,
  clock: Pick<Clock, 'now'>,
  isRefusal: (error: unknown, tookMs: number) => boolean,
): RelayConnections {
  let max = most;
  let used = 0;
  let changedAtMs = -Infinity;
  const change = (to: number) => {
    max = to;
    changedAtMs = clock.now();
  };
  const busy = () => new JobLaterError('The mail server takes no further connection', clock.now() + AGAIN_MS);
  return {
    get max() {
      return max;
    },
    async use(send) {
      if (used >= max) throw busy();
      used += 1;
      const startedMs = clock.now();
      try {
        const result = await send();
        if (used >= max && max < most && clock.now() >= changedAtMs + ONE_MORE_AFTER_MS) change(max + 1);
        return result;
      } catch (error) {
        // With few in use the mail server is away.
        if (used <= CONNECTIONS_MIN || !isRefusal(error, clock.now() - startedMs)) throw error;
        change(Math.max(CONNECTIONS_MIN, Math.min(max, used - 1)));
        throw busy();
      } finally {
        used -= 1;
      }
    },
  };
}
