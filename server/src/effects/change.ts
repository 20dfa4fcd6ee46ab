import type { Database, Queryable, TransactionOptions } from '#server/db/database.ts';
import { Effects } from './effects.ts';
import type { Keep } from './keep.ts';
import type { Perform } from './perform.ts';

export type Change = <T>(
  work: (tx: Queryable, after: Effects) => Promise<T>,
  options?: TransactionOptions,
) => Promise<T>;

/** A retry after a deadlock collects its own effects. */
export function createChange(db: Pick<Database, 'transaction'>, perform: Perform, keep: Keep): Change {
  return async (work, options) => {
    let after = new Effects();
    const attempt = async (tx: Queryable) => {
      after.rolledBack();
      after = new Effects();
      const result = await work(tx, after);
      await keep(tx, after);
      return result;
    };
    const result = await db.transaction(attempt, options).catch((error: unknown) => {
      after.rolledBack();
      throw error;
    });
    await perform(after);
    return result;
  };
}
