import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Counter } from 'prom-client';
import { answerWithin } from '#server/async/timeout.ts';
import { waitUntil } from '#server/async/wait-until.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, DatabaseLog } from '#server/db/database.ts';
import { JobRefusedError, type JobHandler } from './job.ts';
import { claimJobs, deleteJob, findNextDue, postponeJob, type ClaimedJob } from './repo.ts';
import { retryDelayMs } from './retry-delay.ts';

/** Longer than a handler may take and a process whose clock is ahead gains. */
const CLAIM_MS = 60 * SECOND_MS;
const HANDLER_TIMEOUT_MS = 20 * SECOND_MS;
/** How soon a process notices a job that another one has left. */
const LOOK_EVERY_MS = 5 * SECOND_MS;
/** The result of a handler is stored again until the claim may lapse. */
const STORE_AGAIN_MS = SECOND_MS;
const STORE_TRIES = 35;

export type JobResult = 'done' | 'failed' | 'refused' | 'expired';
export type LaneParts = {
  db: Database;
  clock: Clock;
  log: Pick<DatabaseLog, 'error' | 'warn'>;
  random: () => number;
  results: Pick<Counter<'kind' | 'result'>, 'inc'>;
};

/** Claims and runs the jobs of one kind, so that a slow mail server holds up mails alone. */
export class Lane {
  readonly #parts: LaneParts;
  readonly #kind: string;
  readonly #atOnce: number;
  readonly #handler: JobHandler<object>;
  readonly #running = new Set<Promise<void>>();
  #claiming: Promise<void> | null = null;
  #isWanted = false;
  #isBehind = false;
  #isStopped = false;
  #timer: { dueMs: number; cancel: () => void } | null = null;
  #wasUnavailable = false;

  constructor(parts: LaneParts, kind: string, handler: JobHandler<object>, atOnce: number) {
    this.#parts = parts;
    this.#kind = kind;
    this.#handler = handler;
    this.#atOnce = atOnce;
  }

  /** Claims what is due. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = null;
      if (this.#isWanted) this.wake();
    });
  }

  /** Resolves when nothing is due or running; later jobs may wait. */
  async idle(): Promise<void> {
    while (this.#claiming !== null || this.#running.size > 0) {
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
      const limit = this.#atOnce - this.#running.size;
      this.#isBehind = limit === 0;
      if (limit === 0) return;
      try {
        const nowMs = clock.now();
        const claim = { kind: this.#kind, now: iso(nowMs), until: iso(nowMs + CLAIM_MS), limit };
        const jobs = await claimJobs(db, claim);
        for (const job of jobs) this.#start(job);
        this.#isBehind = jobs.length === limit;
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
    // What was due before is being claimed by another process.
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

  #start(job: ClaimedJob): void {
    const run = this.#run(job).finally(() => {
      this.#running.delete(run);
      if (this.#isBehind) this.wake();
    });
    this.#running.add(run);
  }

  async #run(job: ClaimedJob): Promise<void> {
    const { clock, random } = this.#parts;
    const expiresMs = Date.parse(job.expires_at);
    if (expiresMs <= clock.now()) return await this.#finish(job, 'expired');
    const error = await this.#attempt(job);
    if (error === null) return await this.#finish(job, 'done');
    const againMs = clock.now() + retryDelayMs(job.attempts, random());
    const isLast = error instanceof JobRefusedError || againMs >= expiresMs;
    const details = { err: error, job: this.#kind, attempt: job.attempts, again: !isLast };
    this.#parts.log.error(details, isLast ? 'a job failed for good' : 'a job failed');
    if (isLast) return await this.#finish(job, error instanceof JobRefusedError ? 'refused' : 'expired');
    this.#count('failed');
    await this.#store(() => postponeJob(this.#parts.db, job, iso(againMs)));
    this.#wakeAt(againMs);
  }

  async #attempt({ id, payload, attempts }: ClaimedJob): Promise<Error | null> {
    try {
      const work = this.#handler(payload, { id, attempt: attempts });
      await answerWithin(this.#parts.clock, HANDLER_TIMEOUT_MS, work, () => new Error('It took too long'));
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #finish(job: ClaimedJob, result: JobResult): Promise<void> {
    this.#count(result);
    await this.#store(() => deleteJob(this.#parts.db, job));
  }

  /** A result that is not stored means the work is done again. */
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

  #count(result: JobResult): void {
    this.#parts.results.inc({ kind: this.#kind, result });
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();
