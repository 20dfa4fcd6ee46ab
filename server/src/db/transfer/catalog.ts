import type { Connection } from '#server/db/connection.ts';

export type Column = {
  /** All names here are quoted where needed. */
  name: string;
  type: string;
};
export type Table = {
  name: string;
  columns: Column[];
  key: Column[];
};

/** Without those of extensions. Partitions are tables; their parents have no rows of their own. */
const OWN = `
  n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

const column =
  "json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))";

const TABLES_SQL = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (select coalesce(json_agg(${column} order by a.attnum), '[]') from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select coalesce(json_agg(${column} order by k.place), '[]') from pg_index i
      cross join unnest(i.indkey) with ordinality k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and ${OWN}
  order by n.nspname, c.relname`;

export const listTables = async (on: Connection): Promise<Table[]> =>
  (await on.queryUnprepared(TABLES_SQL, [])).rows as Table[];

/** @throws Error for a table without a primary key */
export function requireKeys(tables: readonly Table[]): void {
  const keyless = tables.find(({ key }) => key.length === 0);
  if (keyless)
    throw new Error(`The table ${keyless.name} has no primary key, so it cannot be read in batches`);
}

/** Those of identity columns too. `value` is text: it may exceed 2^53. */
export type Sequence = { name: string; value: string; isCalled: boolean };

const SEQUENCES_SQL = `
  select format('%I.%I', n.nspname, c.relname) as name, (
    select format('%I.%I', tn.nspname, t.relname)
    from pg_depend d join pg_class t on t.oid = d.refobjid join pg_namespace tn on tn.oid = t.relnamespace
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass
      and d.deptype in ('a', 'i')) as table
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and ${OWN} order by 1`;

/** Each with the table that it numbers, null for one of its own. */
export const listSequences = async (on: Connection): Promise<{ name: string; table: string | null }[]> =>
  (await on.queryUnprepared(SEQUENCES_SQL, [])).rows as { name: string; table: string | null }[];

export async function readSequences(on: Connection, names: readonly string[]): Promise<Sequence[]> {
  const sequences: Sequence[] = [];
  for (const name of names) {
    const { rows } = await on.queryUnprepared(`select last_value::text as value, is_called from ${name}`, []);
    const [{ value, is_called: isCalled }] = rows as [{ value: string; is_called: boolean }];
    sequences.push({ name, value, isCalled });
  }
  return sequences;
}

export async function setSequences(on: Connection, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    await on.queryUnprepared('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  }
}

const CONSTRAINTS_SQL = `
  select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as drop,
    format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as add
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where (k.contype = 'f' or (k.contype = 'c' and not k.convalidated)) and k.conparentid = 0 and ${OWN}
  order by k.conrelid::regclass::text, k.conname`;

/** Rows come in any order, and old ones need not satisfy each check. The result restores all and checks the foreign keys. */
export async function dropConstraints(on: Connection): Promise<() => Promise<void>> {
  // Names without a schema would depend on the search path.
  await on.script("set search_path = ''");
  const { rows } = await on.queryUnprepared(CONSTRAINTS_SQL, []);
  const constraints = rows as { drop: string; add: string }[];
  for (const { drop } of constraints) await on.script(drop);
  await on.script('reset search_path');
  return async () => {
    for (const { add } of constraints) await on.script(add);
  };
}

const SCHEMAS_SQL = `
  select distinct quote_ident(n.nspname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm') and ${OWN}`;

export async function isEmpty(on: Connection): Promise<boolean> {
  return (await on.queryUnprepared(SCHEMAS_SQL, [])).rows.length === 0;
}

/** Also every schema but `public`, which extensions may share. `then` runs in the same transaction: if it fails, all is still
 * there. */
export async function deleteAll(on: Connection, then: () => Promise<unknown>): Promise<void> {
  const tables = await listTables(on);
  const schemas = (await on.queryUnprepared(SCHEMAS_SQL, [])).rows as { name: string }[];
  await on.script('begin');
  try {
    for (const { name } of tables) await on.script(`drop table ${name} cascade`);
    for (const { name } of schemas) if (name !== 'public') await on.script(`drop schema ${name} cascade`);
    await then();
    await on.script('commit');
  } catch (error) {
    if (!on.lost) await on.script('rollback');
    throw error;
  }
}
