import type { Database, Queryable, TransactionOptions } from '#server/db/database.ts';
import { Effects } from './effects.ts';
import type { Keep } from './keep.ts';
import type { Perform } from './perform.ts';

export type Change = <T>(
  work: (tx: Queryable, after: Effects) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>;

/** A rollback drops the effects too; a retry after a deadlock collects its own. */
export function createChange(db: Pick<Database, 'transaction'>, perform: Perform, keep: Keep): Change {
  return async (work, options) => {
    const { result, after } = await db.transaction(async (tx) => {
      const after = new Effects();
      const result = await work(tx, after);
      await keep(tx, after);
      return { result, after };
    }, options);
    await perform(after);
    return result;
  };
}
