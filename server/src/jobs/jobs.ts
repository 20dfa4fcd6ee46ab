import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@hereabouts/contract/durations';
import { runInBackground } from '#server/async/requester.ts';
import { inBatches } from '#server/async/cool-down.ts';
import { nullAfter } from '#server/async/timeout.ts';
import { counter, createMetrics, type Metrics } from '#server/metrics.ts';
import { isoOf, nowIso, type Clock } from '#server/clock.ts';
import type { Database, DatabaseLog, Queryable } from '#server/db/database.ts';
import { isTransaction, perTransaction } from '#server/db/per-transaction.ts';
import type { JobBatchHandler, JobHandler } from './job.ts';
import { HANDLER_TIMEOUT_MS, JOB_RESULTS, Lane, type LaneWork } from './lane.ts';
import { Askers, Turns, type TurnRule } from './turns.ts';
import {
  countForQuotas,
  countWaiting,
  deleteBatch,
  insertJob,
  insertJobs,
  rescheduleJobs,
  type WaitingJobs,
} from './repo.ts';
import { createQuotas, type Quota } from './quotas.ts';
import { createShares } from './shares.ts';

declare const payloadType: unique symbol;
export type JobKind<Payload extends object> = { readonly name: string; readonly [payloadType]?: Payload };

export const jobKind = <Payload extends object>(name: string): JobKind<Payload> => ({ name });

export type JobOptions = {
  /** The job is deleted with this person's account. */
  userId?: string | null;
  /** While a job of the kind has this key, no other one is added. */
  key?: string;
  /** ms since the epoch; default: now. */
  dueAtMs?: number;
  /** Dropped after this, ms since the epoch; default: a day after it is due. */
  expiresAtMs?: number;
};

export type JobShare = {
  /** Who causes the job, such as a person. Jobs of one source are spread over time, and dropped when too many wait. */
  sources?: readonly string[];
  /** The recipient: the job is dropped when `max` already wait for it. */
  quota?: Omit<Quota, 'userId'>;
  /** Never dropped when it is added. */
  isEssential?: boolean;
};

const CONCURRENCY = 4;
const DELETED_PER_BATCH = 500;

/** Durable work: stored in the transaction that causes it, run after its commit by one process, repeated until it succeeds or
 * expires. A handler may run twice if its process dies. */
export type Jobs = {
  enqueue<Payload extends object>(
    tx: Queryable,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: JobOptions,
  ): Promise<void>;
  /** A waiting job with the same key stands for the new one too, at the earlier of their times. */
  enqueueMany<Payload extends object>(
    tx: Queryable,
    kind: JobKind<Payload>,
    jobs: readonly ({ payload: Payload; key: string } & JobOptions & JobShare)[],
  ): Promise<void>;
  /** Moves a person's jobs that are due at `fromMs` to `toMs`. */
  reschedule(
    tx: Queryable,
    kind: JobKind<object>,
    of: { userId: string; fromMs: number; toMs: number },
  ): Promise<void>;
  /** Sets the handler of a kind: once per kind, before `start`. `waitMs`: a transaction that adds such a job resolves once the job
   * is done, or after `waitMs`. `turns`: those who cause such jobs (`Asked`) take turns, however many each of them causes.
   * `timeoutMs`: when an attempt has failed, default 20 s; longer for what goes on all the same and would be done twice.
   * `runsInCommands`: an operator's command can run it too, because it needs no mail server, SMS service or push keys. */
  handle<Payload extends object>(
    kind: JobKind<Payload>,
    handler: JobHandler<Payload>,
    options?: {
      concurrency?: number;
      waitMs?: number;
      turns?: TurnRule;
      timeoutMs?: number;
      runsInCommands?: boolean;
    },
  ): void;
  handleBatch<Payload extends object>(
    kind: JobKind<Payload>,
    handler: JobBatchHandler<Payload>,
    options: { batchSize: number },
  ): void;
  /** For jobs added by `addJobSql`, of which the queue does not know. */
  wake(kind: Pick<JobKind<object>, 'name'>): void;
  start(options?: { onlyOfCommands?: boolean }): void;
  countWaiting(): Promise<WaitingJobs[]>;
  /** Deletes waiting jobs for the person's recipients except `kept`, in batches with cool-downs. Not inside a transaction. */
  forget(of: { userId: string; kept?: readonly string[] }): Promise<void>;
  /** Resolves when nothing is due or running in this process. */
  idle(): Promise<void>;
  settled(kind: Pick<JobKind<object>, 'name'>): Promise<void>;
  stop(): Promise<void>;
};

export type JobsParts = {
  db: Database;
  clock: Clock;
  log: Pick<DatabaseLog, 'error' | 'warn'>;
  random?: () => number;
  metrics?: Metrics;
};

/** The transactions of the returned database start the jobs they have added. */
export function createJobs({ db, clock, log, random = Math.random, metrics = createMetrics() }: JobsParts): {
  jobs: Jobs;
  db: Database;
} {
  const results = counter(metrics, 'jobs_total', 'Attempts at jobs', ['kind', 'result']);
  const lanes = new Map<string, Lane>();
  const kindsAdded = perTransaction(() => new Set<string>());
  const ofCommands = new Set<string>();
  let isRunning = (_kind: string) => false;
  const wake = (kinds: Iterable<string>) => {
    for (const kind of kinds) if (isRunning(kind)) runInBackground(() => lanes.get(kind)?.wake());
  };

  const shares = createShares();
  const quotas = createQuotas(clock);
  const waits = new Map<string, number>();
  const wakeAndWait = async (kinds: ReadonlySet<string>) => {
    wake(kinds);
    for (const kind of kinds) {
      if (!isRunning(kind)) continue;
      const [waitMs, lane] = [waits.get(kind), lanes.get(kind)];
      if (waitMs !== undefined && lane !== undefined) await nullAfter(clock, waitMs, lane.idle());
    }
  };

  const waking: Database = {
    ...db,
    async transaction(work, options) {
      let last: Queryable | null = null;
      const result = await db.transaction((tx) => {
        last = tx;
        return work(tx);
      }, options);
      if (last !== null) await wakeAndWait(kindsAdded.get(last));
      return result;
    },
  };
  const wakeAfter = (tx: Queryable, name: string) => {
    if (isTransaction(tx)) kindsAdded.set(tx, kindsAdded.get(tx).add(name));
    else wake([name]);
  };
  const countQuotas = async (tx: Queryable, asked: readonly (JobShare & JobOptions)[]) => {
    const uncounted = quotas.uncounted(asked.map(quotaOf).filter((quota) => quota !== null));
    if (uncounted.length === 0) return;
    for (const { recipient, waiting } of await countForQuotas(tx, uncounted))
      quotas.counted(recipient, waiting);
  };
  const askersOf = new Map<string, Askers>();
  const addLane = (work: Omit<LaneWork, 'turns'>, rule: TurnRule | null) => {
    const { kind } = work;
    if (lanes.has(kind)) throw new Error(`Jobs of the kind ${kind} have a handler already`);
    const group = rule?.group ?? kind;
    const askers = askersOf.get(group) ?? new Askers();
    askersOf.set(group, askers);
    const turns = rule && new Turns(rule, clock, askers);
    lanes.set(kind, new Lane({ db, clock, log, random, results }, { ...work, turns }));
    // Alert rules compare results: one that has no value yet would end the comparison.
    for (const result of JOB_RESULTS) results.inc({ kind, result }, 0);
    askers.wakes.push(() => wake([kind]));
  };

  const jobs: Jobs = {
    async enqueue(tx, { name }, payload, options = {}) {
      const nowMs = clock.now();
      const { userId = null, key = null, dueAtMs = nowMs, expiresAtMs = dueAtMs + DAY_MS } = options;
      await insertJob(tx, {
        id: randomUUID(),
        kind: name,
        payload,
        userId,
        key,
        now: isoOf(nowMs),
        dueAt: isoOf(dueAtMs),
        expiresAt: isoOf(expiresAtMs),
      });
      wakeAfter(tx, name);
    },
    async enqueueMany(tx, { name }, asked) {
      if (asked.length === 0) return;
      await countQuotas(tx, asked);
      const nowMs = clock.now();
      const rows = asked.flatMap(({ payload, key, userId = null, sources = [], ...options }) => {
        const { dueAtMs = nowMs, expiresAtMs = dueAtMs + DAY_MS, isEssential = false } = options;
        const quota = quotaOf({ userId, ...options });
        if (quota !== null && !quotas.add(quota, { sources, isEssential })) return [];
        const [first, ...others] = sources.map((source) => `${name} ${source}`);
        const servedMs = lanes.get(name)?.servedMs ?? Infinity;
        const placedMs =
          first === undefined
            ? dueAtMs
            : shares.place([first, ...others], { nowMs, dueAtMs, isEssential, servedMs });
        if (placedMs === null) return [];
        const recipient = quota?.recipient ?? null;
        return [{ payload, userId, recipient, key, dueAt: isoOf(placedMs), expiresAt: isoOf(expiresAtMs) }];
      });
      if (rows.length === 0) return;
      // One statement cannot change a row twice.
      const byKey = new Map(rows.map((row) => [row.key, row]));
      await insertJobs(tx, name, isoOf(nowMs), [...byKey.values()]);
      wakeAfter(tx, name);
    },
    async reschedule(tx, { name }, { userId, fromMs, toMs }) {
      await rescheduleJobs(tx, name, { userId, fromAt: isoOf(fromMs), toAt: isoOf(toMs) });
      wakeAfter(tx, name);
    },
    handle(
      { name: kind },
      handler,
      {
        concurrency: runningMax = CONCURRENCY,
        waitMs,
        turns = null,
        timeoutMs = HANDLER_TIMEOUT_MS,
        runsInCommands = false,
      } = {},
    ) {
      if (waitMs !== undefined) waits.set(kind, waitMs);
      if (runsInCommands) ofCommands.add(kind);
      const work = each(handler as JobHandler<object>);
      addLane({ kind, handler: work, runningMax, isBatch: false, timeoutMs }, turns);
    },
    handleBatch({ name: kind }, handler, { batchSize: runningMax }) {
      const work = handler as JobBatchHandler<object>;
      addLane({ kind, handler: work, runningMax, isBatch: true, timeoutMs: HANDLER_TIMEOUT_MS }, null);
    },
    wake: ({ name }) => wake([name]),
    start({ onlyOfCommands = false } = {}) {
      isRunning = (kind) => !onlyOfCommands || ofCommands.has(kind);
      wake(lanes.keys());
    },
    countWaiting: () => countWaiting(db, nowIso({ clock })),
    async forget(of) {
      await inBatches(clock, DELETED_PER_BATCH, () => deleteBatch(db, of, DELETED_PER_BATCH));
    },
    async idle() {
      // The last job of one lane may wake another that was idle already.
      const all = [...lanes.values()];
      while (!all.every((lane) => lane.isIdle)) await Promise.all(all.map((lane) => lane.idle()));
    },
    settled: async ({ name }) => await lanes.get(name)?.idle(),
    async stop() {
      isRunning = () => false;
      await Promise.all([...lanes.values()].map((lane) => lane.stop()));
    },
  };
  return { jobs, db: waking };
}

const quotaOf = ({ quota, userId }: JobShare & JobOptions): Quota | null =>
  quota && userId ? { userId, ...quota } : null;

const each =
  (handler: JobHandler<object>): JobBatchHandler<object> =>
  async ([job]) => {
    if (job !== undefined) await handler(job.payload, { id: job.id, attempt: job.attempt });
    return [null];
  };
