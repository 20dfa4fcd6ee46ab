import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@hereabouts/contract/durations';
import { counter, createMetrics, type Metrics } from '#server/metrics.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, DatabaseLog, Queryable } from '#server/db/database.ts';
import type { JobHandler } from './job.ts';
import { Lane } from './lane.ts';
import { countWaiting, insertJob, type WaitingJobs } from './repo.ts';

declare const payloadType: unique symbol;
/** A name for jobs with such a payload. */
export type JobKind<Payload extends object> = { readonly name: string; readonly [payloadType]?: Payload };

export const jobKind = <Payload extends object>(name: string): JobKind<Payload> => ({ name });

export type JobOptions = {
  /** Whose account it is about: deleted with it. */
  userId?: string | null;
  /** While a job of the kind has this key, no other one is added. */
  key?: string;
  /** ms since the epoch; default: now. */
  dueAtMs?: number;
  /** When its content is of no use any more, ms since the epoch; default: a day after it is due. */
  expiresAtMs?: number;
};

const AT_ONCE = 4;

/** Durable work: stored in the transaction that causes it, run after its commit by one process, repeated until it
 * succeeds or expires. A handler may run twice if its process dies between the work and its result. */
export type Jobs = {
  enqueue<Payload extends object>(
    tx: Queryable,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: JobOptions,
  ): Promise<void>;
  /** Once for each kind, before `start`. */
  handle<Payload extends object>(
    kind: JobKind<Payload>,
    handler: JobHandler<Payload>,
    options?: { atOnce: number },
  ): void;
  start(): void;
  countWaiting(): Promise<WaitingJobs[]>;
  /** Resolves when nothing is due or running in this process. */
  idle(): Promise<void>;
  /** Claims nothing more and waits for what runs. */
  stop(): Promise<void>;
};

export type JobsDeps = {
  db: Database;
  clock: Clock;
  log: Pick<DatabaseLog, 'error' | 'warn'>;
  random?: () => number;
  metrics?: Metrics;
};

/** The queue, and the database to use from then on: its transactions start the jobs they have added. */
export function createJobs({ db, clock, log, random = Math.random, metrics = createMetrics() }: JobsDeps): {
  jobs: Jobs;
  db: Database;
} {
  const results = counter(metrics, 'jobs_total', 'Attempts at jobs', ['kind', 'result']);
  const lanes = new Map<string, Lane>();
  const added = new WeakMap<Queryable, Set<string>>();
  let isStarted = false;
  const wake = (kinds: Iterable<string>) => {
    if (!isStarted) return;
    for (const kind of kinds) lanes.get(kind)?.wake();
  };

  const waking: Database = {
    ...db,
    async transaction(work, options) {
      let last: Queryable | null = null;
      const result = await db.transaction((tx) => {
        last = tx;
        return work(tx);
      }, options);
      if (last !== null) wake(added.get(last) ?? []);
      return result;
    },
  };

  const jobs: Jobs = {
    async enqueue(tx, { name }, payload, options = {}) {
      const nowMs = clock.now();
      const { userId = null, key = null, dueAtMs = nowMs, expiresAtMs = dueAtMs + DAY_MS } = options;
      const at = (ms: number) => new Date(ms).toISOString();
      await insertJob(tx, {
        id: randomUUID(),
        kind: name,
        payload,
        userId,
        key,
        now: at(nowMs),
        dueAt: at(dueAtMs),
        expiresAt: at(expiresAtMs),
      });
      if (tx === waking || tx === db) wake([name]);
      else added.set(tx, (added.get(tx) ?? new Set()).add(name));
    },
    handle({ name }, handler, { atOnce } = { atOnce: AT_ONCE }) {
      if (lanes.has(name)) throw new Error(`Jobs of the kind ${name} have a handler already`);
      const lane = new Lane({ db, clock, log, random, results }, name, handler as JobHandler<object>, atOnce);
      lanes.set(name, lane);
    },
    start() {
      isStarted = true;
      wake(lanes.keys());
    },
    countWaiting: () => countWaiting(db),
    async idle() {
      await Promise.all([...lanes.values()].map((lane) => lane.idle()));
    },
    async stop() {
      isStarted = false;
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
    },
  };
  return { jobs, db: waking };
}
