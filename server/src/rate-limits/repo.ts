import type { Queryable } from '#server/db/database.ts';

export type LimitTable = 'rate_limits' | 'rate_limits_kept';

/** µs: cost of the attempt, and size of the bucket. */
export type KeyCost = { key: string; stepUs: number; windowUs: number };

export type KeyResult = { key: string; waitUs: number | null };

/* Charges all keys or none. The condition on each row detects concurrent charges: fewer rows come back. Locks in key order. */
const charge = (table: LimitTable) => `
  with asked as (
    select * from unnest($2::text[], $3::int8[], $4::int8[]) as asked (key, step, span)
  ), refused as (
    select asked.key, greatest(known.full_at, $1::int8) + asked.step - asked.span - $1::int8 as wait
      from asked join ${table} known using (key)
     where greatest(known.full_at, $1::int8) + asked.step - asked.span > $1::int8
  ), charged as (
    insert into ${table} as known (key, full_at)
    select asked.key, $1::int8 + asked.step from asked where not exists (select from refused) order by asked.key
    on conflict (key) do update set full_at = greatest(known.full_at, $1::int8) + excluded.full_at - $1::int8
     where greatest(known.full_at, $1::int8) + excluded.full_at - $1::int8
           <= $1::int8 + (select span from asked where asked.key = known.key)
    returning known.key
  )
  select key, null::int8 as wait from charged union all select key, wait from refused`;

const refund = (table: LimitTable) => `
  update ${table} as known set full_at = known.full_at - asked.step
    from (select * from unnest($1::text[], $2::int8[]) as asked (key, step) order by key) asked
   where known.key = asked.key`;

const cap = (table: LimitTable) => `
  update ${table} as known set full_at = $1::int8 + asked.span
    from (select * from unnest($2::text[], $3::int8[]) as asked (key, span) order by key) asked
   where known.key = asked.key and known.full_at > $1::int8 + asked.span + $4::int8`;

const sweep = (table: LimitTable) => `delete from ${table} where full_at < $1::int8`;

const CHARGE = { rate_limits: charge('rate_limits'), rate_limits_kept: charge('rate_limits_kept') };
const REFUND = { rate_limits: refund('rate_limits'), rate_limits_kept: refund('rate_limits_kept') };
const CAP = { rate_limits: cap('rate_limits'), rate_limits_kept: cap('rate_limits_kept') };
const SWEEP = { rate_limits: sweep('rate_limits'), rate_limits_kept: sweep('rate_limits_kept') };

/** With a wait: refused; missing: a concurrent statement charged the key. */
export async function chargeKeys(
  db: Queryable,
  table: LimitTable,
  { costs, nowUs }: { costs: readonly KeyCost[]; nowUs: number },
): Promise<KeyResult[]> {
  const rows = await db.query<{ key: string; wait: number | null }>(CHARGE[table], [
    nowUs,
    costs.map(({ key }) => key),
    costs.map(({ stepUs }) => stepUs),
    costs.map(({ windowUs }) => windowUs),
  ]);
  return rows.map(({ key, wait }) => ({ key, waitUs: wait }));
}

export async function refundKeys(db: Queryable, table: LimitTable, costs: readonly KeyCost[]): Promise<void> {
  await db.query(REFUND[table], [costs.map(({ key }) => key), costs.map(({ stepUs }) => stepUs)]);
}

/** Caps buckets that a fast clock has charged beyond the window by more than `aheadUs`. */
export async function capKeys(
  db: Queryable,
  table: LimitTable,
  { costs, nowUs, aheadUs }: { costs: readonly KeyCost[]; nowUs: number; aheadUs: number },
): Promise<void> {
  const keys = costs.map(({ key }) => key);
  const windows = costs.map(({ windowUs }) => windowUs);
  await db.query(CAP[table], [nowUs, keys, windows, aheadUs]);
}

/** Full buckets need no row. */
export async function deleteFullKeys(db: Queryable, nowUs: number): Promise<void> {
  await db.query(SWEEP.rate_limits, [nowUs]);
  await db.query(SWEEP.rate_limits_kept, [nowUs]);
}
