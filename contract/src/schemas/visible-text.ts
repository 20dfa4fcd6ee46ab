import * as z from 'zod/mini';
import { cleanLine, cleanLines, cleanName, isStorable } from '../visible-text.ts';

/** Cleaned text of at most `max` UTF-16 code units that can be stored. */
const cleanedText = (
  clean: (text: string) => string,
  max: number,
  tooLong = `Please use at most ${max} characters`,
) =>
  z
    .string()
    .check(
      z.overwrite(clean),
      z.maxLength(max, tooLong),
      z.refine(isStorable, 'This text has a character that cannot be stored'),
    );

export const trimmedText = (max: number) => cleanedText((text) => text.trim(), max);

export const lineText = (max: number) => cleanedText(cleanLine, max);

export const nameText = (max: number) => cleanedText(cleanName, max);

/** What names are searched for, in the form in which they are stored. */
export const searchText = (max: number) => cleanedText((text) => text.trim().normalize('NFC'), max);

/** Of several lines. */
export const linesText = (max: number, tooLong?: string) => cleanedText(cleanLines, max, tooLong);
