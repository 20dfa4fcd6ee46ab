export type { ErrorEnvelope } from './schemas/errors.ts';

/** Closed set of `/api`'s error codes. `/auth/v1` has its own (auth.ts). */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  second_factor_needed: 403,
  account_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  friendship_exists: 409,
  event_ended: 409,
  event_cancelled: 409,
  event_not_running: 409,
  event_full: 409,
  payload_too_large: 413,
  unsupported_media: 415,
  unprocessable_image: 422,
  rate_limited: 429,
  internal: 500,
  tile_unavailable: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const ERROR_TEXTS = {
  unauthenticated: 'Please sign in to continue',
  second_factor_needed: 'Please enter your two-step sign-in code',
  account_needed: 'You need an account for this. You are here as a guest.',
  not_found: 'Not found',
  internal: 'Something went wrong on our side. Please try again.',
  rate_limited: 'Too many requests. Please wait a moment and try again.',
  unavailable: 'The service is not available right now. Please try again.',
} as const;

/** Of something that was made before a restore from a backup (OPS-11). */
export const OTHER_EPOCH_TEXT = 'This was made before Hereabouts was restored from a backup';
