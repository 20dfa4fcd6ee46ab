/** The job cannot succeed, so it is dropped at once. */
export class JobRefusedError extends Error {
  override readonly name: string = 'JobRefusedError';
}

/** Not yet: to be tried at `atMs` (ms since the epoch) or, if its content has expired by then, dropped. No failure. */
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

/** Tells of one job of a batch, by its place, before the others are done: the result is stored soon and counts. */
export type JobReport = (at: number, error: Error | null) => void;

/** Takes whatever is due at once. For each job, in order: null when done, or the error that its own handler would throw. */
export type JobBatchHandler<Payload> = (
  jobs: readonly (JobInfo & { payload: Payload })[],
  report: JobReport,
) => Promise<readonly (Error | null)[]>;
