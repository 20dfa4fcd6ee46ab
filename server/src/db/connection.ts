import pg from 'pg';
import type { QueryResult } from 'pg';
import { DatabaseUnavailableError } from './errors.ts';
import { PreparedQuery, type KnownColumns, type QueryAnswer } from './prepared-query.ts';

/** Texts beyond this many are not kept prepared: a server holds a plan a text and connection. */
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
  /** Ends the session at once, whatever it is doing. */
  destroy(): void;
  /** Resolves when what answered the session is gone. */
  closed: Promise<void>;
};

/**
 * One session with the server. Statements are sent as they come, without waiting for the answer to the one
 * before (pipelining), and are answered in that order, each in its own implicit transaction unless one is open.
 */
export class Connection {
  /** Statements sent and not yet answered. */
  inFlight = 0;
  /** Counts answers: what has not moved for long is stuck. */
  answered = 0;
  /** Set while one transaction owns the session. */
  leased = false;
  lost = false;
  readonly #client: pg.Client;
  readonly #server: ServerEnd;
  /** When each statement in flight was sent, by `now`, the oldest first. */
  readonly #sentAtMs: number[] = [];
  #now: () => number = () => 0;
  readonly #knownColumns: KnownColumns = new Map();
  #onSettled: () => void = () => {};

  constructor(client: pg.Client, server: ServerEnd) {
    this.#client = client;
    this.#server = server;
    // Who waits for an answer is told by its own statement; without a listener Node would end the process.
    client.on('error', () => {});
  }

  /** When the oldest statement that has no answer yet was sent; undefined when none is in flight. */
  get oldestSentAtMs(): number | undefined {
    return this.#sentAtMs[0];
  }

  /** `lost` runs once when the session ends by itself; `settled` after each answer. `now` is the clock from here on. */
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

  /** One statement, prepared once a session. */
  query(text: string, values: readonly unknown[]): Promise<QueryAnswer> {
    const name = preparedName(text);
    if (name === undefined) return this.queryUnprepared(text, values);
    return this.#send<QueryAnswer>(text, (done) => {
      void this.#client.query(new PreparedQuery({ name, text, values }, this.#knownColumns, done));
    });
  }

  /** One statement, parsed and planned for this once. */
  queryUnprepared(text: string, values: readonly unknown[]): Promise<QueryAnswer> {
    return this.#send<QueryAnswer>(text, (done) =>
      this.#client.query({ text, values: [...values] }, done as PgCallback),
    );
  }

  /** Any number of statements without parameters, in one message. */
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
        this.#onSettled();
      });
    });
  }

  #explain(error: Error, statement: string): Error {
    // Fatal ones end the session: shutdown, terminated by an administrator, too many clients.
    if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL') {
      return new DatabaseUnavailableError(error.message, { cause: error });
    }
    // The driver's own stack ends in its socket: the text says which statement it was. Values are left out on purpose.
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
