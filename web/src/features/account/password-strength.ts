import { passwordWeaknesses, weakPasswordText } from '@hereabouts/contract/passwords';
import * as texts from '#web/texts/account.tsx';
import { isFirstGuessed } from './first-guessed.ts';

/** 0: nothing typed, 1: would be refused, 2 to 4: fair to strong. */
export type Strength = { level: 0 | 1 | 2 | 3 | 4; word: string; reasons: readonly string[] };

const GOOD_LENGTH = 11;
const STRONG_LENGTH = 15;
const VARIED_CHARACTERS = 8;

/** Refused by the service, however strong it is by this estimate. */
export const REFUSED: Strength = { level: 1, word: texts.tooWeak, reasons: [] };

/** The client's estimate; the service knows more common passwords. */
export function strengthOf(
  password: string,
  { personal, minLength }: { personal: readonly string[]; minLength: number },
): Strength {
  if (password === '') return { level: 0, word: '', reasons: [] };
  const weaknesses = passwordWeaknesses(password, { minLength, personal });
  if (isFirstGuessed(password)) weaknesses.push('pwned');
  if (weaknesses.length > 0) {
    const reasons = weaknesses.map((reason) => weakPasswordText(reason, minLength));
    return { ...REFUSED, reasons };
  }
  const varied = new Set(password.toLowerCase()).size >= VARIED_CHARACTERS;
  if (password.length >= Math.max(STRONG_LENGTH, minLength) && varied)
    return { level: 4, word: texts.strong, reasons: [] };
  if (password.length >= GOOD_LENGTH && varied) return { level: 3, word: texts.good, reasons: [] };
  return { level: 2, word: texts.fair, reasons: [] };
}
