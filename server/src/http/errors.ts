import { ERROR_TEXTS, ERROR_STATUS, type ErrorCode } from '@hereabouts/contract/errors';

export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** Whole seconds. */
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

export const rateLimited = (waitMs: number, text: string = ERROR_TEXTS.rate_limited): HttpError =>
  new HttpError('rate_limited', text, undefined, {
    retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)),
  });

export const unavailable = (): HttpError => new HttpError('unavailable', ERROR_TEXTS.unavailable);

/** GUEST-01. */
export const accountNeeded = (): HttpError => new HttpError('account_needed', ERROR_TEXTS.account_needed);

/** The same answer for missing and invisible rows (PERM-05). */
export const notFound = (): HttpError => new HttpError('not_found', ERROR_TEXTS.not_found);
