import * as z from 'zod/mini';
import { uuid } from './values.ts';

export const person = z.object({ id: uuid, name: z.string(), image: z.nullable(z.string()) });
export type Person = z.infer<typeof person>;
