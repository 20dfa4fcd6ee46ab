import type { Connection } from './connection.ts';
import type { PoolOptions } from './pool.ts';

const CHECKS = 4;

/** Drops a connection that has statements in flight and has answered none for `statementTimeoutMs`. */
export function dropStuckConnections(
  connections: Iterable<Connection>,
  { clock, log, statementTimeoutMs }: PoolOptions,
  isMaintained: () => boolean,
): () => void {
  const seen = new WeakMap<Connection, { answered: number; checks: number }>();
  return clock.every(statementTimeoutMs / CHECKS, () => {
    for (const connection of connections) {
      const last = seen.get(connection);
      // Leased connections are skipped: transactions have their own time-out.
      const waits = connection.inFlight > 0 && !connection.leased && last?.answered === connection.answered;
      const checks = waits && !isMaintained() ? last.checks + 1 : 0;
      seen.set(connection, { answered: connection.answered, checks });
      if (checks < CHECKS) continue;
      log.error({ inFlight: connection.inFlight }, 'database connection stuck: dropped');
      connection.destroy();
    }
  });
}
