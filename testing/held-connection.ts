import type { Database } from '@hereabouts/server/db/database';

/** Keeps a connection in a transaction until the returned function is called, which resolves when the transaction is over. */
export async function holdConnection(db: Pick<Database, 'transaction'>): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const held = db.transaction(async () => {
    begun.resolve();
    await over.promise;
  });
  await begun.promise;
  return () => {
    over.resolve();
    return held;
  };
}
