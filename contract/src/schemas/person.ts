import * as z from 'zod/mini';
import { uuid } from './values.ts';

/** As little of a person as a picture and a name need. */
export const person = z.object({ id: uuid, name: z.string(), image: z.nullable(z.string()) });
export type Person = z.infer<typeof person>;
