import * as z from 'zod/mini';
import { ERROR_CODES } from '../errors.ts';

/** The envelope of all failures of `/api`. `message` is shown to people. */
export const errorEnvelope = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    /** By field path (`invitee_ids.0`). */
    fields: z.optional(z.record(z.string(), z.string())),
    request_id: z.optional(z.string()),
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
