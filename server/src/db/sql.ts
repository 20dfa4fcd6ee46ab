import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';

/** Format of `to_char` for the one shape in which times are read: ISO-8601, UTC, milliseconds. */
export const ISO_TIME_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** A timestamptz as ISO text, for use inside `json_agg` and friends, where no driver parses it. */
export const isoTime = (time: Expression<unknown>): RawBuilder<string> =>
  sql`to_char(${time} at time zone 'UTC', ${sql.lit(ISO_TIME_FORMAT)})`;

/** The same for hand-written SQL: `expression` is trusted text such as `m.created_at`, never user input. */
export const isoTimeSql = (expression: string): string =>
  `to_char(${expression} at time zone 'UTC', '${ISO_TIME_FORMAT}')`;

/** A `like` pattern for text that stands anywhere; `%`, `_` and `\` in it mean themselves. */
export const partPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
