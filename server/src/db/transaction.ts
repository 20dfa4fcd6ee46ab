import type { Clock } from '#server/clock.ts';
import type { Connection } from './connection.ts';
import type { Queryable, TransactionOptions } from './database.ts';
import {
  isAborted,
  isLockTimeout,
  isSerializationFailure,
  isStalePlan,
  TransactionAbortedError,
  TransactionTimeoutError,
} from './errors.ts';
import type { Pool } from './pool.ts';
import { queryableOn } from './queryable.ts';

/** After so long without an answer to ROLLBACK the connection is ended. */
const ROLLBACK_GRACE_MS = 2_000;

type Settings = { pool: Pool; clock: Clock; timeoutMs: number };

const beginText = ({ isolation, readOnly }: TransactionOptions): string =>
  `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`;

const ATTEMPTS = 3;

/** Retries after a lock time-out (the server ends the transaction of a frozen process) and after a migration made a plan stale. */
export async function retryUnchanged<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 0 || !(isLockTimeout(error) || isStalePlan(error))) throw error;
    }
  }
}

export async function runTransaction<T>(
  settings: Settings,
  work: (tx: Queryable) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  for (let retries = options.retries ?? 0; ; retries--) {
    try {
      return await retryUnchanged(() => runOnce(settings, work, options));
    } catch (error) {
      if (retries <= 0 || !isSerializationFailure(error)) throw error;
    }
  }
}

async function runOnce<T>(
  { pool, clock, timeoutMs }: Settings,
  work: (tx: Queryable) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const connection = await pool.lease(options.isRevocation);
  let over: Error | undefined;
  let expire: (error: Error) => void = () => {};
  const expired = new Promise<never>((_resolve, reject) => {
    expire = reject;
  });
  const cancelTimer = clock.after(timeoutMs, () => {
    over = new TransactionTimeoutError(`A transaction took longer than ${timeoutMs} ms and was rolled back`);
    expire(over);
  });
  // Of statements sent together, a later one may report its failure first.
  let failure: unknown;
  const tx = queryableOn((send) =>
    over
      ? Promise.reject(over)
      : send(connection).catch((error: unknown) => {
          failure ??= error;
          throw error;
        }),
  );
  try {
    // BEGIN is sent with the first statement; COMMIT reports its failure.
    const begun = connection.script(beginText(options));
    begun.catch(() => {});
    const result = await Promise.race([work(tx), expired]);
    over = new TransactionAbortedError('The transaction is over');
    const committed = Promise.all([begun, connection.script('commit')]);
    const [, commit] = await Promise.race([committed, expired]);
    if (commit.command !== 'COMMIT') {
      throw new TransactionAbortedError('The transaction was rolled back: one of its statements had failed');
    }
    return result;
  } catch (error) {
    over ??= new TransactionAbortedError('The transaction is over');
    await rollBack(connection, clock);
    throw isAborted(error) ? (failure ?? error) : error;
  } finally {
    cancelTimer();
    pool.release(connection);
  }
}

async function rollBack(connection: Connection, clock: Clock): Promise<void> {
  const cancel = clock.after(ROLLBACK_GRACE_MS, () => connection.destroy());
  try {
    await connection.script('rollback');
  } catch {
    // The session is gone, and its transaction too.
  } finally {
    cancel();
  }
}
