import { ERROR_TEXTS, ERROR_STATUS, type ErrorCode } from '@hereabouts/contract/errors';

/** An expected failure on its way to the wire; the error handler turns it into the envelope. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** Whole seconds after which trying again makes sense, where that is known. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    fields?: Record<string, string>,
    { retryAfterS }: { retryAfterS?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.retryAfterS = retryAfterS;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Too many, or too soon: after `waitMs` there is one more. */
export const rateLimited = (waitMs: number): HttpError =>
  new HttpError('rate_limited', ERROR_TEXTS.rate_limited, undefined, {
    retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)),
  });

/** The one answer for what is not there, and for what is not there for this viewer (PERM-05). */
export const notFound = (): HttpError => new HttpError('not_found', ERROR_TEXTS.not_found);
