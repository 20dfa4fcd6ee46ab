import type { Queryable } from '@hereabouts/server/db/database';

/** Every row of every table that holds one of these texts in any column, as `table.column`. */
export async function whereIs(db: Queryable, texts: readonly string[]): Promise<string[]> {
  const columns = await db.query<{ name: string; column: string }>(
    `select format('%I.%I', table_schema, table_name) as name, format('%I', column_name) as column
     from information_schema.columns where table_schema in ('public', 'auth')`,
  );
  const found: string[] = [];
  for (const { name, column } of columns) {
    const sql = `select from ${name} where exists (select from unnest($1::text[]) t (x) where ${column}::text like '%' || t.x || '%')`;
    if ((await db.query(sql, [texts])).length > 0) found.push(`${name}.${column}`);
  }
  return found;
}
