import type { Queryable } from './database.ts';

export const isTransaction = (on: Queryable): boolean => !('transaction' in on);

/** A value for one attempt: a retried transaction has a new `tx` and begins without it. */
export type PerTransaction<T> = {
  /** `initial()` is not kept. */
  get(tx: Queryable): T;
  set(tx: Queryable, value: T): void;
};

/** `get` and `set` throw for a `Database`: its value would be everybody's. */
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
