/** The job cannot succeed, so it is dropped at once. */
export class JobRefusedError extends Error {
  override readonly name: string = 'JobRefusedError';
}

export type JobInfo = {
  /** The same at each attempt: recipients can recognise a repetition by it. */
  readonly id: string;
  /** 1 for the first. */
  readonly attempt: number;
};

/** @throws JobRefusedError to drop the job; any other error to retry it */
export type JobHandler<Payload> = (payload: Payload, job: JobInfo) => Promise<void>;
