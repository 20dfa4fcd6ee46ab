import { randomUUID } from 'node:crypto';
import type { Queryable } from '#server/db/database.ts';

/** Tells the instance as it is since its last restore from the one before. */
export async function readEpoch(db: Queryable): Promise<string> {
  await db.query('insert into instance (epoch) values ($1) on conflict do nothing', [randomUUID()]);
  const [row] = await db.query<{ epoch: string }>('select epoch from instance');
  return row?.epoch ?? '';
}

export async function beginEpoch(tx: Queryable): Promise<void> {
  await tx.query('delete from instance');
  await readEpoch(tx);
}
