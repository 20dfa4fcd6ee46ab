import { randomUUID } from 'node:crypto';
import { OTHER_EPOCH_TEXT } from '@hereabouts/contract/errors';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { HttpError } from '#server/http/errors.ts';

/** Each restore begins a new epoch. */
export async function readEpoch(db: Queryable): Promise<string> {
  await db.query('insert into instance (epoch) values ($1) on conflict do nothing', [randomUUID()]);
  const [row] = await db.query<{ epoch: string }>('select epoch from instance');
  return row?.epoch ?? '';
}

/** What a client names from before a restore may be something else by now, or withdrawn. `stated` undefined: named just now.
 * @throws HttpError `conflict` */
export function requireEpoch({ epoch }: Pick<Context, 'epoch'>, stated: string | undefined): void {
  if (stated === undefined || stated === epoch) return;
  throw new HttpError('conflict', OTHER_EPOCH_TEXT, { epoch: OTHER_EPOCH_TEXT });
}

export async function beginEpoch(tx: Queryable): Promise<void> {
  await tx.query('delete from instance');
  await readEpoch(tx);
}
