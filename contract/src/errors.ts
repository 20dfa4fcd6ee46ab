import * as z from 'zod/mini';

/** The closed set of error codes of `/api`, each with its HTTP status. `/auth/v1` speaks its own wire (see auth.ts). */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  friendship_exists: 409,
  event_ended: 409,
  event_cancelled: 409,
  event_not_running: 409,
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

/** The one envelope every failure of `/api` travels in. `message` is written for people. */
export const errorEnvelope = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    /** Problem by field path (`invitee_ids.0`), where the input was at fault. */
    fields: z.optional(z.record(z.string(), z.string())),
    /** Names the request in the server's log; only on `internal`. */
    request_id: z.optional(z.string()),
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

export const ERROR_MESSAGES = {
  unauthenticated: 'Please sign in to continue',
  not_found: 'Not found',
  internal: 'Something went wrong on our side. Please try again.',
  rate_limited: 'Too many requests. Please wait a moment and try again.',
  unavailable: 'The service is not available right now. Please try again.',
} as const;
