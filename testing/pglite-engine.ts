import { Worker } from 'node:worker_threads';
import type { FromWorker, PgliteSource, ToWorker } from '@hereabouts/server/db/pglite-worker';
import { hasError, simpleQuery } from './wire-frames.ts';

const WORKER = new URL('../server/src/db/pglite-worker.ts', import.meta.url);

/** Ends what the last session left open, then empties every table that a migration has not filled. */
const RESET = [
  'rollback',
  'discard all',
  `do $$
  declare names text;
  begin
    select string_agg(format('%I.%I', schemaname, tablename), ',') into names from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'schema_migrations';
    if names is not null then execute 'truncate ' || names || ' restart identity cascade'; end if;
  end $$`,
];

/** One PGlite in memory, in a thread of its own, lent to one test file after another. */
export class PgliteTestEngine {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }[] = [];

  private constructor(source: PgliteSource) {
    this.#worker = new Worker(WORKER, { workerData: source });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The engine stopped')));
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === 'failed') this.#fail(new Error(message.reason));
      else this.#waiting.shift()?.resolve('bytes' in message ? message.bytes : new Uint8Array());
    });
  }

  /** `from` is a dumped data directory; without it an empty one is made, which takes seconds. */
  static async start(from: Uint8Array | undefined): Promise<PgliteTestEngine> {
    const engine = new PgliteTestEngine({ dataDir: 'memory://', ...(from ? { from } : {}) });
    await engine.#answer();
    return engine;
  }

  /** Whole wire messages in, the server's answer out. */
  send(bytes: Uint8Array): Promise<Uint8Array> {
    return this.#ask({ kind: 'wire', bytes });
  }

  dump(): Promise<Uint8Array> {
    return this.#ask({ kind: 'dump' });
  }

  /** Makes it as good as new; false when that did not work. */
  async reset(): Promise<boolean> {
    try {
      for (const statement of RESET) {
        if (hasError(await this.send(simpleQuery(statement)))) return false;
      }
      return true;
    } catch {
      return false;
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(message: ToWorker): Promise<Uint8Array> {
    const answer = this.#answer();
    this.#worker.postMessage(message);
    return answer;
  }

  #answer(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
