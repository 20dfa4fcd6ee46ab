/** By the first letter. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const [first = ''] = /\p{L}/u.exec(text) ?? [];
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
    ? 'rtl'
    : 'ltr';
}

const EMOJI_MAX = 6;
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Such messages are shown large. */
export function isOnlyEmoji(text: string): boolean {
  // Nothing longer can be: an emoji of a whole family has some thirty code units.
  if (text === '' || text.length > EMOJI_MAX * 40) return false;
  const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)]
    .map(({ segment }) => segment)
    .filter((segment) => segment.trim() !== '');
  return graphemes.length > 0 && graphemes.length <= EMOJI_MAX && graphemes.every((one) => EMOJI.test(one));
}

const TALL_CHARS = 700;
const TALL_LINES = 20;

/** More than the sixteen lines that are in sight, also on a wide screen. */
const BEGINNING_CHARS = 1_200;

export const isTall = (text: string): boolean =>
  text.length > TALL_CHARS || text.split('\n', TALL_LINES + 1).length > TALL_LINES;

/** Code units drawn of a tall message at first: some scripts take a phone a hundred times as long as plain words. */
export const beginningLength = (text: string): number =>
  Math.min(BEGINNING_CHARS, text.split('\n', TALL_LINES).join('\n').length);
