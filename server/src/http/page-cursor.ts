import { PAGE_DEFAULT } from '@hereabouts/contract/limits';
import { isStorable } from '@hereabouts/contract/visible-text';
import * as z from 'zod/mini';
import { HttpError } from './errors.ts';

export type Page<Row> = { rows: Row[]; nextCursor: string | null };

export const cursorText = z.string().check(z.refine(isStorable));

export const nameKey = z.tuple([cursorText, z.uuid()]);
export type NameKey = z.output<typeof nameKey>;

export const momentKey = z.tuple([z.iso.datetime(), z.uuid()]);

export const pageLimit = (limit: number | undefined): number => limit ?? PAGE_DEFAULT;

export const encodeCursor = (key: readonly (string | number | boolean)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** Null for the first page. @throws HttpError `invalid` for a malformed cursor */
export function decodeCursor<S extends z.ZodMiniType>(
  keySchema: S,
  cursor: string | undefined,
): z.output<S> | null {
  if (cursor === undefined) return null;
  const key = keySchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (key.success) return key.data;
  throw new HttpError('invalid', 'This page of the list cannot be found', {
    cursor: 'Not a page of this list',
  });
}

/** Expects one row more than the limit. */
export function cutPage<Row>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number | boolean)[],
): Page<Row> {
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return { rows, nextCursor: null };
  return { rows: rows.slice(0, limit), nextCursor: encodeCursor(keyOf(last)) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
