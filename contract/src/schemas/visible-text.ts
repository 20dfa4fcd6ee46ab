import * as z from 'zod/mini';
import { cleanLine, cleanLines, isStorable } from '../visible-text.ts';

const NOT_STORABLE = 'This text has a character that cannot be stored';

/** One cleaned line of at most `max` code units. */
export const lineText = (max: number) =>
  z
    .string()
    .check(
      z.overwrite(cleanLine),
      z.maxLength(max, `Please use at most ${max} characters`),
      z.refine(isStorable, NOT_STORABLE),
    );

/** Cleaned text of several lines, of at most `max` code units. */
export const linesText = (max: number, tooLong = `Please use at most ${max} characters`) =>
  z.string().check(z.overwrite(cleanLines), z.maxLength(max, tooLong), z.refine(isStorable, NOT_STORABLE));
