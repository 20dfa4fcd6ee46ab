/** The job cannot succeed, so it is dropped at once. */
export class JobRefusedError extends Error {
  override readonly name: string = 'JobRefusedError';
}

/** Postpones the job to `atMs` (ms since the epoch), or drops it if it expires before. No failure. */
export class JobLaterError extends Error {
  override readonly name: string = 'JobLaterError';
  readonly atMs: number;

  constructor(message: string, atMs: number) {
    super(message);
    this.atMs = atMs;
  }
}

export type JobInfo = {
  /** The same at each attempt: recipients can recognise a repetition by it. */
  readonly id: string;
  /** 1 for the first. */
  readonly attempt: number;
};

/** @throws JobRefusedError to drop the job, JobLaterError to postpone it; any other error to retry it */
export type JobHandler<Payload> = (payload: Payload, job: JobInfo) => Promise<void>;

/** Reports the result of one job of a batch, by index, before the batch ends; it is stored soon afterwards. */
export type JobReport = (at: number, error: Error | null) => void;

/** Handles the jobs that were claimed together. Returns for each, in order: null when done, or the error that a `JobHandler` would
 * throw. */
export type JobBatchHandler<Payload> = (
  jobs: readonly (JobInfo & { payload: Payload })[],
  report: JobReport,
) => Promise<readonly (Error | null)[]>;
