import pg from 'pg';
import type { QueryResult } from 'pg';
import { DatabaseUnavailableError, isReadOnly, isStalePlan } from './errors.ts';
import { PreparedQuery, type KnownColumns, type QueryAnswer } from './prepared-query.ts';

/** Bounded, because the database keeps a plan per text and connection. */
const MAX_PREPARED_TEXTS = 500;

const names = new Map<string, string>();

function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_PREPARED_TEXTS) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

type PgCallback = (error: Error, answer: QueryResult) => void;

type ServerEnd = {
  destroy(): void;
  closed: Promise<void>;
  /** Another server may take its place, which only new sessions reach. */
  isReplaceable: boolean;
};

/** Pipelined: answered in order, each statement in an implicit transaction unless one is open. */
export class Connection {
  inFlight = 0;
  /** Detects stuck connections. */
  answered = 0;
  leased = false;
  leasedAtMs = -Infinity;
  lost = false;
  readonly #client: pg.Client;
  readonly #server: ServerEnd;
  readonly #sentAtMs: number[] = [];
  #now: () => number = () => 0;
  readonly #knownColumns: KnownColumns = new Map();
  #onSettled: () => void = () => {};
  /** Of prepared statements: changes after a stale plan. */
  #generation = 0;

  constructor(client: pg.Client, server: ServerEnd) {
    this.#client = client;
    this.#server = server;
    // The statement reports it; without a listener Node would end the process.
    client.on('error', () => {});
  }

  get oldestSentAtMs(): number | undefined {
    return this.#sentAtMs[0];
  }

  /** `lost`: once, when the session ends by itself; `settled`: after each answer. */
  watch(events: { lost: (error: Error) => void; settled: () => void; now: () => number }): void {
    this.#now = events.now;
    const fail = (error: Error): void => {
      if (this.lost) return;
      this.lost = true;
      events.lost(error);
    };
    this.#onSettled = events.settled;
    this.#client.on('error', fail);
    this.#client.on('end', () => fail(new DatabaseUnavailableError('The database closed the connection')));
  }

  query(text: string, values: readonly unknown[]): Promise<QueryAnswer> {
    const known = preparedName(text);
    if (known === undefined) return this.queryUnprepared(text, values);
    const generation = this.#generation;
    const name = generation === 0 ? known : `${known}_${generation}`;
    return this.#send<QueryAnswer>(text, (done) => {
      const answered: typeof done = (error, answer) => {
        if (isStalePlan(error)) this.#generation = generation + 1;
        done(error, answer);
      };
      void this.#client.query(new PreparedQuery({ name, text, values }, this.#knownColumns, answered));
    });
  }

  queryUnprepared(text: string, values: readonly unknown[]): Promise<QueryAnswer> {
    return this.#send<QueryAnswer>(text, (done) =>
      this.#client.query({ text, values: [...values] }, done as PgCallback),
    );
  }

  script(text: string): Promise<QueryResult> {
    return this.#send<QueryResult>(text, (done) => this.#client.query({ text }, done as PgCallback));
  }

  #send<Answer>(text: string, send: (done: (error: Error | null, answer?: Answer) => void) => void) {
    this.inFlight++;
    this.#sentAtMs.push(this.#now());
    return new Promise<Answer>((resolve, reject) => {
      send((error, answer) => {
        this.inFlight--;
        this.#sentAtMs.shift();
        this.answered++;
        if (error) reject(this.#explain(error, text));
        else resolve(answer as Answer);
        if (isReadOnly(error) && this.#server.isReplaceable) this.destroy();
        this.#onSettled();
      });
    });
  }

  #explain(error: Error, statement: string): Error {
    if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') {
      return new DatabaseUnavailableError(error.message, { cause: error });
    }
    // The driver's stack lacks the statement. Values are omitted on purpose.
    return Object.assign(error, { statement });
  }

  async end(): Promise<void> {
    this.lost = true;
    await this.#client.end();
    await this.#server.closed;
  }

  destroy(): void {
    this.#server.destroy();
  }
}
