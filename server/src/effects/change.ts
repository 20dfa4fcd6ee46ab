import type { Database, Queryable, TransactionOptions } from '#server/db/database.ts';
import { Effects } from './effects.ts';
import type { Perform } from './perform.ts';

export type Change = <T>(
  work: (tx: Queryable, after: Effects) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>;

/** A rollback drops the effects too; a retry after a deadlock collects its own. */
export function createChange(db: Pick<Database, 'transaction'>, perform: Perform): Change {
  return async (work, options) => {
    const { result, after } = await db.transaction(async (tx) => {
      const after = new Effects();
      return { result: await work(tx, after), after };
    }, options);
    await perform(after);
    return result;
  };
}
