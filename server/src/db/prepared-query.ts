import pg from 'pg';
import { valueParsers } from './value-parsers.ts';

export type QueryAnswer = { rows: Record<string, unknown>[]; rowCount: number | null };
type Done = (error: Error | null, answer?: QueryAnswer) => void;

type Columns = {
  names: readonly string[];
  parsers: readonly ((text: string) => unknown)[];
  emptyRow: Record<string, unknown>;
};
export type KnownColumns = Map<string, Columns>;

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

const NO_COLUMNS: Columns = { names: [], parsers: [], emptyRow: {} };

// "Describe", "Execute" and "Sync" (PostgreSQL, 55.7 Message Formats).
const DESCRIBE = Buffer.from('44000000065000', 'hex');
const EXECUTE = Buffer.from('45000000090000000000', 'hex');
const SYNC = Buffer.from('5300000004', 'hex');
const EXECUTE_AND_SYNC = Buffer.concat([EXECUTE, SYNC]);
const DESCRIBE_EXECUTE_AND_SYNC = Buffer.concat([DESCRIBE, EXECUTE, SYNC]);

type Wire = {
  stream: { cork(): void; uncork(): void; write(bytes: Buffer): void; writable: boolean };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(values: {
    statement: string;
    values: readonly unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
};

/** Replaces the driver's query, which describes rows at every execution and allocates an event emitter and
 * three copies. The rows of a session's statement never change (Postgres refuses that), so once is enough: a
 * tenth of a page's CPU. */
export class PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly callback: Done;
  readonly #values: readonly unknown[];
  readonly #known: KnownColumns;
  #columns: Columns | undefined;
  #rows: Record<string, unknown>[] = [];
  #rowCount: number | null = null;
  #failure: Error | null = null;

  constructor(
    statement: { name: string; text: string; values: readonly unknown[] },
    known: KnownColumns,
    callback: Done,
  ) {
    this.name = statement.name;
    this.text = statement.text;
    this.#values = statement.values;
    this.#known = known;
    this.#columns = known.get(statement.name);
    this.callback = callback;
  }

  submit(wire: Wire): null {
    const { name, text } = this;
    wire.stream.cork();
    try {
      if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
        wire.parse({ name, text });
        wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: name, values: this.#values, valueMapper: prepareValue });
      if (wire.stream.writable)
        wire.stream.write(this.#columns === undefined ? DESCRIBE_EXECUTE_AND_SYNC : EXECUTE_AND_SYNC);
    } finally {
      wire.stream.uncork();
    }
    return null;
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
    if (this.#columns === undefined) this.#known.set(this.name, NO_COLUMNS);
    if (this.#failure === null) this.callback(null, { rows: this.#rows, rowCount: this.#rowCount });
    else this.callback(this.#failure);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleEmptyQuery(): void {}
}

// A pipelining client accepts only its own class; set this way, the constructor of that class does not run.
Object.setPrototypeOf(PreparedQuery.prototype, pg.Query.prototype);
