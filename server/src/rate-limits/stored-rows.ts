import { isoAgo, type Clocked } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import { rateLimited } from '#server/http/errors.ts';

/** The table needs an index on (`owner`, `at`). */
export type OwnedRows = {
  readonly table: string;
  readonly owner: string;
  readonly at: string;
};

/** @throws HttpError `rate_limited`, with `text` if there is one, where an owner has `max` rows younger than `periodMs` */
export async function requireFewerRows(
  ctx: Clocked,
  db: Queryable,
  { table, owner, at }: OwnedRows,
  {
    ownerId,
    max,
    periodMs,
    text,
  }: { ownerId: string | number; max: number; periodMs: number; text?: string },
): Promise<void> {
  const sql = `select ${at} as at from ${table} where ${owner} = $1 and ${at} > $2 order by ${at} desc offset $3 limit 1`;
  const [first] = await db.query<{ at: string }>(sql, [ownerId, isoAgo(ctx, periodMs), max - 1]);
  if (first !== undefined) throw rateLimited(Date.parse(first.at) + periodMs - ctx.clock.now(), text);
}
