import { createHash } from 'node:crypto';
import type { Connection } from '#server/db/connection.ts';
import type { Table } from './catalog.ts';

/** 10 MB, with rows of 20 kB at most. */
const BATCH_ROWS = 500;

export type Lines = readonly string[];

/** By key: memory does not grow with the table. */
export async function* readRows(on: Connection, { name, columns, key }: Table): AsyncGenerator<Lines> {
  const line = `json_build_array(${columns.map((column) => `${column.name}::text`).join(', ')})::text as row_text`;
  const place = `array[${key.map((column) => `${column.name}::text`).join(', ')}] as row_key`;
  const order = key.map((column) => column.name).join(', ');
  const after = key.map(({ type }, index) => `$${index + 1}::text::${type}`).join(', ');
  const select = (where: string) =>
    `select ${line}, ${place} from ${name} ${where} order by ${order} limit ${BATCH_ROWS}`;
  const [first, next] = [select(''), select(`where (${order}) > (${after})`)];
  for (let last: readonly string[] | null = null; ;) {
    const { rows } = await on.queryUnprepared(last === null ? first : next, last ?? []);
    const batch = rows as { row_text: string; row_key: string[] }[];
    if (batch.length > 0) yield batch.map((row) => row.row_text);
    if (batch.length < BATCH_ROWS) return;
    last = batch.at(-1)?.row_key ?? null;
  }
}

export async function writeRows(on: Connection, { name, columns }: Table, lines: Lines): Promise<void> {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, index) => `(r ->> ${index})::${type}`).join(', ');
  await on.queryUnprepared(
    `insert into ${name} (${names}) overriding system value select ${values} from json_array_elements($1::json) r`,
    [`[${lines.join(',')}]`],
  );
}

export type Total = { rows: number; checksum: string };

/** Independent of the order of rows. */
export class RowSum {
  #rows = 0;
  #sum = 0n;

  add(lines: Lines): void {
    for (const line of lines) {
      this.#rows += 1;
      const hash = createHash('sha256').update(line).digest();
      this.#sum = (this.#sum + hash.readBigUInt64BE()) & 0xffff_ffff_ffff_ffffn;
    }
  }

  total(): Total {
    return { rows: this.#rows, checksum: this.#sum.toString(16).padStart(16, '0') };
  }
}

export async function sumRows(on: Connection, table: Table): Promise<Total> {
  const sum = new RowSum();
  for await (const lines of readRows(on, table)) sum.add(lines);
  return sum.total();
}
