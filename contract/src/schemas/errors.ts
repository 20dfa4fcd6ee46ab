import * as z from 'zod/mini';
import { ERROR_CODES } from '../errors.ts';

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
