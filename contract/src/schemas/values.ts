import * as z from 'zod/mini';
import { PAGE_MAX } from '../limits.ts';

/** Opaque position in a list, from the previous page. */
export const cursor = z.string().check(z.maxLength(1_000));

export const pageQuery = z.object({
  cursor: z.optional(cursor),
  limit: z.optional(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX))),
});

export const isoTime = z.iso.datetime();
const MOMENT_MIN_MS = Date.UTC(1900, 0, 1);
const MOMENT_MAX_MS = Date.UTC(9999, 0, 1);
/** Any offset; stored in UTC. Years with four digits. */
export const isoTimeInput = z.iso.datetime({ offset: true }).check(
  z.refine((time) => {
    const ms = Date.parse(time);
    return ms >= MOMENT_MIN_MS && ms < MOMENT_MAX_MS;
  }, 'Please choose a date between the years 1900 and 9998'),
);
/** Without a format check: a malformed token gets the answer of a link that does not work. */
export const linkToken = z.object({ token: z.string() });
/** Lower case, because ids are compared as text. */
export const uuid = z.uuid().check(z.toLowerCase());

/** For what a client keeps and sends later: the instance's epoch when it was made. If the epoch has changed since, the server
 * answers `conflict`, naming this field (OPS-11). */
export const madeUnder = { epoch: z.optional(z.string().check(z.maxLength(100))) };

export const latitude = z.number().check(z.minimum(-90), z.maximum(90));
export const longitude = z.number().check(z.minimum(-180), z.maximum(180));

/** A link of the viewer's own. `token` is null where it can be shown no more, because the server's key is another one since it was
 * made: whoever has the link can still use it. */
export const shownLink = z.object({ token: z.nullable(z.string()) });
