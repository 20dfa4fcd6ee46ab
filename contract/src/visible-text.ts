const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const HARMFUL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const HARMFUL_IN_LINES = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu;
/** One visible character: no space, zero-width character, noncharacter, blank Braille pattern, annotation mark or null note. */
const SEEN = String.raw`[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]`;
const HAS_SEEN = new RegExp(SEEN, 'u');

/** No script puts more marks on one character; a hundred of them make a cluster wider than the screen. */
const MARKS_MAX = 6;
const MARKS_BEYOND = new RegExp(String.raw`(?<=\p{M}{${MARKS_MAX}})\p{M}+`, 'gu');

export const VISIBLE_PATTERN = `.*${SEEN}.*`;

/** Nothing visible (LAYOUT-03): counts as empty. */
export const isBlank = (text: string): boolean => !HAS_SEEN.test(text);

/** Without control characters and direction overrides. Keeps joiners, which emoji and scripts need (LAYOUT-03). */
export const cleanLine = (text: string): string => {
  const clean = text
    .replace(LINE_BREAKS, ' ')
    .replaceAll('\t', ' ')
    .replace(HARMFUL, '')
    .replace(MARKS_BEYOND, '')
    .trim();
  return isBlank(clean) ? '' : clean;
};

export const cleanLines = (text: string): string => {
  const clean = text
    .replace(LINE_BREAKS, '\n')
    .replaceAll('\t', ' ')
    .replace(HARMFUL_IN_LINES, '')
    .replace(MARKS_BEYOND, '')
    .trim();
  return isBlank(clean) ? '' : clean;
};

/** Postgres stores neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
