/** Drops the job at once. */
export class JobRefusedError extends Error {
  override readonly name: string = 'JobRefusedError';
}

/** Until `atMs` (ms since the epoch); dropped if it expires before. No failure. */
export class JobLaterError extends Error {
  override readonly name: string = 'JobLaterError';
  readonly atMs: number;

  constructor(message: string, atMs: number) {
    super(message);
    this.atMs = atMs;
  }
}

export type JobInfo = {
  /** The same at each attempt. */
  readonly id: string;
  readonly attempt: number;
};

/** @throws JobRefusedError to drop the job, JobLaterError to postpone it; any other error to retry it */
export type JobHandler<Payload> = (payload: Payload, job: JobInfo) => Promise<void>;

/** The result of one job before its batch ends. */
export type JobReport = (at: number, error: Error | null) => void;

/** Returns for each job, in order: null, or the error that a `JobHandler` would throw. */
export type JobBatchHandler<Payload> = (
  jobs: readonly (JobInfo & { payload: Payload })[],
  report: JobReport,
) => Promise<readonly (Error | null)[]>;
