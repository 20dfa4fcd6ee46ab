import * as z from 'zod/mini';
import { uuid } from './values.ts';

export const person = z.object({
  id: uuid,
  name: z.string(),
  image: z.nullable(z.string()),
  /** A guest without an account (GUEST-01). */
  is_anonymous: z.optional(z.literal(true)),
});
export type Person = z.infer<typeof person>;
