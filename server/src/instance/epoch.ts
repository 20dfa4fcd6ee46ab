import { randomUUID } from 'node:crypto';
import { OTHER_EPOCH_TEXT } from '@hereabouts/contract/errors';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { HttpError } from '#server/http/errors.ts';

/** Tells the instance as it is since its last restore from the one before. */
export async function readEpoch(db: Queryable): Promise<string> {
  await db.query('insert into instance (epoch) values ($1) on conflict do nothing', [randomUUID()]);
  const [row] = await db.query<{ epoch: string }>('select epoch from instance');
  return row?.epoch ?? '';
}

/** For what a client made earlier: what it names may be something else since a restore, or may have been withdrawn. Nothing
 * stated: made just now. @throws HttpError `conflict` */
export function requireEpoch({ epoch }: Pick<Context, 'epoch'>, stated: string | undefined): void {
  if (stated === undefined || stated === epoch) return;
  throw new HttpError('conflict', OTHER_EPOCH_TEXT, { epoch: OTHER_EPOCH_TEXT });
}

export async function beginEpoch(tx: Queryable): Promise<void> {
  await tx.query('delete from instance');
  await readEpoch(tx);
}
