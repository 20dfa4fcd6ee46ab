import type { Queryable } from './database.ts';

/** False for a `Database`, whose statements belong to no transaction. */
export const isTransaction = (on: Queryable): boolean => !('transaction' in on);

/** Of one attempt of a transaction: a retried one has a new `tx`, and begins without what the attempt before has set. */
export type PerTransaction<T> = {
  /** What was set, or else `initial()`, which is not kept. */
  get(tx: Queryable): T;
  set(tx: Queryable, value: T): void;
};

/** Both throw for a `Database`: a value of it would be everybody's. */
export function perTransaction<T>(initial: () => T): PerTransaction<T> {
  const values = new WeakMap<Queryable, T>();
  const requireTransaction = (tx: Queryable): Queryable => {
    if (!isTransaction(tx)) throw new Error('Only a transaction has values of its own, a database has none');
    return tx;
  };
  return {
    get: (tx) => values.get(requireTransaction(tx)) ?? initial(),
    set: (tx, value) => void values.set(requireTransaction(tx), value),
  };
}
