import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Counter } from 'prom-client';
import { answerWithin } from '#server/async/timeout.ts';
import { waitUntil } from '#server/async/wait-until.ts';
import { isoOf, type Clock } from '#server/clock.ts';
import type { Database, DatabaseLog } from '#server/db/database.ts';
import { JobLaterError, JobRefusedError, type JobBatchHandler, type JobReport } from './job.ts';
import { claimJobs, deleteJobs, findNextDue, postponeJobs, type ClaimedJob } from './repo.ts';
import { retryDelayMs } from './retry-delay.ts';
import type { Turns, TurnState } from './turns.ts';

/** The handler's time-out and a margin: a process whose clock is ahead takes over a claim too early. A longer attempt extends its
 * claim. */
const CLAIM_MS = 60 * SECOND_MS;
export const HANDLER_TIMEOUT_MS = 20 * SECOND_MS;
const EXTEND_EVERY_MS = 20 * SECOND_MS;
/** Poll interval for jobs that another process has abandoned. */
const LOOK_EVERY_MS = 5 * SECOND_MS;
/** Results of a batch that still runs are stored together. */
const STORE_EVERY_MS = 250;
/** Storing a result is retried until the claim may have expired. */
const STORE_AGAIN_MS = SECOND_MS;
const STORE_TRIES = 35;

export const JOB_RESULTS = ['done', 'failed', 'postponed', 'refused', 'expired'] as const;
export type JobResult = (typeof JOB_RESULTS)[number];
export type LaneParts = {
  db: Database;
  clock: Clock;
  log: Pick<DatabaseLog, 'error' | 'warn'>;
  random: () => number;
  results: Pick<Counter<'kind' | 'result'>, 'inc'>;
};

export type LaneWork = {
  kind: string;
  handler: JobBatchHandler<object>;
  runningMax: number;
  isBatch: boolean;
  timeoutMs: number;
  /** Null: oldest first. */
  turns: Turns | null;
};

/** `againMs`: when the job is tried again; null: never. */
type End = { job: ClaimedJob; againMs: number | null; hasFailed: boolean };

/** Claims and runs the jobs of one kind, so that a slow mail server holds up only mails. */
export class Lane {
  readonly #parts: LaneParts;
  readonly #kind: string;
  readonly #runningMax: number;
  readonly #isBatch: boolean;
  readonly #timeoutMs: number;
  readonly #turns: Turns | null;
  readonly #handler: JobBatchHandler<object>;
  readonly #running = new Set<Promise<void>>();
  /** Running jobs that count against the concurrency, each with the function that cancels its stand-aside timer. */
  readonly #inSlots = new Map<ClaimedJob, () => void>();
  readonly #aside = new Set<ClaimedJob>();
  #claiming: Promise<void> | null = null;
  #isWanted = false;
  #isBehind = false;
  #servedMs = Infinity;
  #isStopped = false;
  #timer: { dueMs: number; cancel: () => void } | null = null;
  #wasUnavailable = false;

  constructor(parts: LaneParts, { kind, handler, runningMax, isBatch, timeoutMs, turns }: LaneWork) {
    this.#parts = parts;
    this.#kind = kind;
    this.#handler = handler;
    this.#runningMax = runningMax;
    this.#isBatch = isBatch;
    this.#timeoutMs = timeoutMs;
    this.#turns = turns;
  }

  wake(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null;
      if (this.#isWanted) this.wake();
    });
  }

  /** Nothing is due or running; later jobs may wait. */
  get isIdle(): boolean {
    return this.#claiming === null && this.#running.size === 0;
  }

  /** The latest due time among the claimed jobs while more are due than can be claimed, ms since the epoch; otherwise Infinity. */
  get servedMs(): number {
    return this.#servedMs;
  }

  async idle(): Promise<void> {
    while (!this.isIdle) {
      await this.#claiming;
      await Promise.all(this.#running);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isWanted = false;
    this.#timer?.cancel();
    await this.idle();
  }

  async #claimAll(): Promise<void> {
    const { db, clock, log } = this.#parts;
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      const limit = this.#runningMax - this.#inSlots.size;
      this.#isBehind = limit === 0;
      if (limit === 0) return;
      try {
        const nowMs = clock.now();
        const claim = { kind: this.#kind, now: isoOf(nowMs), until: isoOf(nowMs + CLAIM_MS), limit };
        const take = (turns: TurnState | null) => claimJobs(db, claim, turns);
        const jobs = await (this.#turns?.claim(take) ?? take(null));
        if (this.#isBatch && jobs.length > 0) this.#start(jobs);
        else for (const job of jobs) this.#start([job]);
        this.#isBehind = jobs.length === limit;
        // A slot has become free during the claim.
        if (this.#isBehind && this.#inSlots.size < this.#runningMax) this.#isWanted = true;
        this.#servedMs =
          this.#isBehind && jobs.every(({ attempts }) => attempts === 1)
            ? Math.max(...jobs.map(({ was_due_at }) => Date.parse(was_due_at)))
            : Infinity;
        if (!this.#isBehind) await this.#sleepUntilNext(nowMs);
        this.#wasUnavailable = false;
      } catch (error) {
        if (!this.#wasUnavailable) log.warn({ err: error, job: this.#kind }, 'jobs cannot be read');
        this.#wasUnavailable = true;
        this.#wakeAt(clock.now() + LOOK_EVERY_MS);
      }
    }
  }

  async #sleepUntilNext(claimedMs: number): Promise<void> {
    const { db, clock } = this.#parts;
    const next = await findNextDue(db, this.#kind);
    const nextMs = next === null ? Infinity : Date.parse(next);
    const nowMs = clock.now();
    // Jobs due earlier are being claimed by another process.
    if (nextMs > claimedMs && nextMs <= nowMs) this.#isWanted = true;
    const latestMs = db.engine === 'postgres' ? nowMs + LOOK_EVERY_MS : Infinity;
    const dueMs = Math.min(nextMs > claimedMs ? nextMs : nowMs + LOOK_EVERY_MS, latestMs);
    if (dueMs < Infinity) this.#wakeAt(dueMs);
  }

  #wakeAt(dueMs: number): void {
    if (this.#isStopped || (this.#timer !== null && this.#timer.dueMs <= dueMs)) return;
    this.#timer?.cancel();
    // Timers have an upper limit, and the clock may be set.
    const waitMs = Math.min(Math.max(dueMs - this.#parts.clock.now(), 0), HOUR_MS);
    const cancel = this.#parts.clock.after(waitMs, () => {
      this.#timer = null;
      this.wake();
    });
    this.#timer = { dueMs, cancel };
  }

  #start(jobs: readonly ClaimedJob[]): void {
    for (const job of jobs) this.#takeSlot(job);
    const run = this.#run(jobs).finally(() => {
      this.#running.delete(run);
      if (this.#isBehind) this.wake();
    });
    this.#running.add(run);
  }

  #takeSlot(job: ClaimedJob): void {
    const afterMs = this.#turns?.asideAfterMs ?? null;
    const look = () => {
      if (this.#turns?.standAside(job) !== true) return this.#takeSlot(job);
      this.#inSlots.delete(job);
      this.#aside.add(job);
      if (this.#isBehind) this.wake();
    };
    this.#inSlots.set(job, afterMs === null ? () => {} : this.#parts.clock.after(afterMs, look));
  }

  #leaveSlot(job: ClaimedJob): void {
    this.#inSlots.get(job)?.();
    this.#inSlots.delete(job);
    this.#turns?.end(job, this.#aside.delete(job));
  }

  async #run(claimed: readonly ClaimedJob[]): Promise<void> {
    const { clock } = this.#parts;
    const nowMs = clock.now();
    const jobs = claimed.filter(({ expires_at }) => Date.parse(expires_at) > nowMs);
    let ends: End[] = claimed
      .filter(({ expires_at }) => Date.parse(expires_at) <= nowMs)
      .map((job) => ({ job, againMs: null, hasFailed: false }));
    this.#count('expired', ends.length);
    const open = new Set(jobs.keys());
    const report: JobReport = (at, error) => {
      const job = jobs[at];
      if (job === undefined || !open.delete(at)) return;
      if (error === null) this.#count('done');
      const againMs = error === null ? null : this.#settle(job, error);
      ends.push({ job, againMs, hasFailed: error !== null && !(error instanceof JobLaterError) });
    };
    let storing = Promise.resolve();
    const store = () => {
      if (ends.length === 0) return;
      const known = ends;
      ends = [];
      storing = storing.then(() => this.#storeEnds(known));
    };
    const extend = () => {
      const running = [...open].flatMap((at) => jobs[at] ?? []);
      if (running.length === 0) return;
      storing = storing.then(() => this.#extendClaims(running));
    };
    const cancels = [clock.every(STORE_EVERY_MS, store)];
    if (this.#timeoutMs > EXTEND_EVERY_MS) cancels.push(clock.every(EXTEND_EVERY_MS, extend));
    const errors = jobs.length === 0 ? [] : await this.#attempt(jobs, report);
    for (const cancel of cancels) cancel();
    for (const at of open) report(at, errors[at] ?? null);
    store();
    await storing;
  }

  async #extendClaims(running: readonly ClaimedJob[]): Promise<void> {
    const { db, clock, log } = this.#parts;
    const dueAt = isoOf(clock.now() + CLAIM_MS);
    try {
      await postponeJobs(
        db,
        running.map((job) => ({ job, dueAt, hasFailed: false })),
      );
    } catch (error) {
      log.warn({ err: error, job: this.#kind }, 'the claim of a job that runs could not be extended');
    }
  }

  async #storeEnds(ends: readonly End[]): Promise<void> {
    const { db } = this.#parts;
    const over = ends.filter(({ againMs }) => againMs === null).map(({ job }) => job);
    const again = ends.flatMap(({ againMs, ...end }) => (againMs === null ? [] : [{ ...end, againMs }]));
    if (over.length > 0) await this.#store(() => deleteJobs(db, over));
    if (again.length > 0) {
      const later = again.map(({ againMs, ...end }) => ({ ...end, dueAt: isoOf(againMs) }));
      await this.#store(() => postponeJobs(db, later));
      this.#wakeAt(Math.min(...again.map(({ againMs }) => againMs)));
    }
    for (const { job } of ends) this.#leaveSlot(job);
    if (this.#isBehind) this.wake();
  }

  /** Counts and logs a failure. Returns when the job is tried again; null: never. */
  #settle(job: ClaimedJob, error: Error): number | null {
    const { clock, random, log } = this.#parts;
    const isLater = error instanceof JobLaterError;
    const againMs = isLater ? error.atMs : clock.now() + retryDelayMs(job.failures + 1, random());
    const isRefused = error instanceof JobRefusedError;
    const isLast = isRefused || againMs >= Date.parse(job.expires_at);
    if (!isLater) {
      const details = { err: error, job: this.#kind, attempt: job.attempts, again: !isLast };
      log.error(details, isLast ? 'a job failed for good' : 'a job failed');
    }
    if (isRefused) this.#count('refused');
    else if (isLast) this.#count('expired');
    else this.#count(isLater ? 'postponed' : 'failed');
    return isLast ? null : againMs;
  }

  async #attempt(jobs: readonly ClaimedJob[], report: JobReport): Promise<readonly (Error | null)[]> {
    try {
      const work = this.#handler(
        jobs.map(({ id, payload, attempts }) => ({ id, payload, attempt: attempts })),
        report,
      );
      const tooLong = () => new Error('It took too long');
      return await answerWithin(this.#parts.clock, this.#timeoutMs, work, tooLong);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      return jobs.map(() => failure);
    }
  }

  /** Retries, because a job whose result is not stored runs again. */
  async #store(store: () => Promise<void>): Promise<void> {
    const { clock, log } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      try {
        return await store();
      } catch (error) {
        if (tries < STORE_TRIES && !this.#isStopped) {
          await waitUntil(clock, clock.now() + STORE_AGAIN_MS);
          continue;
        }
        log.error({ err: error, job: this.#kind }, 'the result of a job could not be stored');
        return;
      }
    }
  }

  #count(result: JobResult, times = 1): void {
    if (times > 0) this.#parts.results.inc({ kind: this.#kind, result }, times);
  }
}
