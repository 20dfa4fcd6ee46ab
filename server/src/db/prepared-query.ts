import pg from 'pg';
import { valueParsers } from './value-parsers.ts';

export type QueryAnswer = { rows: Record<string, unknown>[]; rowCount: number | null };
type Done = (error: Error | null, answer?: QueryAnswer) => void;
type Statement = { name: string; text: string; values: readonly unknown[] };

type Columns = {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  emptyRow: Record<string, unknown>;
};
export type KnownColumns = Map<string, Columns>;

const NO_COLUMNS: Columns = { names: [], parsers: [], emptyRow: {} };

/** The driver's types leave out `submit` and `handle…`. */
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: Done,
) => {
  name: string;
  callback: Done;
  submit(connection: pg.Connection): Error | null;
};

/** Has its rows described once a session: Postgres refuses to change them. Saves 3 to 5 % of a page's CPU
 * (docs/decisions/002-postgres-driver.md). */
export class PreparedQuery extends DriverQuery {
  readonly #known: KnownColumns;
  #columns: Columns | undefined;
  #rows: Record<string, unknown>[] = [];
  #rowCount: number | null = null;
  #failure: Error | null = null;
  #isAnswered = false;

  constructor({ name, text, values }: Statement, known: KnownColumns, callback: Done) {
    // The driver would copy an object property by property.
    super(text, values, callback);
    this.name = name;
    this.#known = known;
    this.#columns = known.get(name);
  }

  override submit(connection: pg.Connection): Error | null {
    return super.submit(viewOf(connection, this.#columns !== undefined));
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = {
      names: fields.map((field) => field.name),
      parsers: fields.map((field) => valueParsers.getTypeParser(field.dataTypeID)),
      emptyRow: Object.fromEntries(fields.map((field) => [field.name, null])),
    };
    this.#known.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failure !== null) return;
    const { names, parsers, emptyRow } = this.#columns ?? NO_COLUMNS;
    const row = { ...emptyRow };
    try {
      for (const [index, text] of fields.entries()) {
        if (text !== null) row[names[index] as string] = parsers[index]?.(text);
      }
    } catch (error) {
      this.#failure = error as Error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const count = Number(text.slice(text.lastIndexOf(' ') + 1));
    this.#rowCount = Number.isNaN(count) ? null : count;
  }

  handleReadyForQuery(): void {
    // The driver has failed a value that could not be written, and still waits for the end.
    if (this.#isAnswered) return;
    if (this.#columns === undefined) this.#known.set(this.name, NO_COLUMNS);
    if (this.#failure === null) this.callback(null, { rows: this.#rows, rowCount: this.#rowCount });
    else this.callback(this.#failure);
  }

  handleError(error: Error): void {
    this.#isAnswered = true;
    this.callback(error);
  }

  handleEmptyQuery(): void {}
}

type Views = { first: pg.Connection; described: pg.Connection };
const views = new WeakMap<pg.Connection, Views>();
const IGNORED = { value: () => {} };

/** Without "Describe" once the rows are known, and without "Close" after an unwritable value: others use the statement. */
function viewOf(connection: pg.Connection, isDescribed: boolean): pg.Connection {
  let known = views.get(connection);
  if (known === undefined) {
    const first = Object.create(connection, { close: IGNORED }) as pg.Connection;
    known = { first, described: Object.create(first, { describe: IGNORED }) as pg.Connection };
    views.set(connection, known);
  }
  return isDescribed ? known.described : known.first;
}
