/** What stands for a line break: CR, LF, both, NEL and the separators of lines and paragraphs. */
const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** Control characters, and those that turn the direction of what follows around. */
const HARMFUL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const HARMFUL_IN_LINES = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu;
/**
 * One character that can be seen, for use within a character class: no space, nothing of zero width (joiners, fillers of
 * Hangul, tags), no blank Braille pattern, annotation mark or null note.
 */
const SEEN = String.raw`[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]`;
const HAS_SEEN = new RegExp(SEEN, 'u');

/** For the `pattern` of an input: text of which something can be seen. */
export const VISIBLE_PATTERN = `.*${SEEN}.*`;

/** Whether nothing of a text can be seen (LAYOUT-03): it counts as empty. */
export const isBlank = (text: string): boolean => !HAS_SEEN.test(text);

/**
 * Text of one line as it is stored: trimmed, without control characters and direction overrides; empty when nothing of it
 * can be seen. Joiners and variation selectors stay, which emoji and scripts need (LAYOUT-03).
 */
export const cleanLine = (text: string): string => {
  const clean = text.replace(LINE_BREAKS, ' ').replaceAll('\t', ' ').replace(HARMFUL, '').trim();
  return isBlank(clean) ? '' : clean;
};

/** The same for text that keeps its line breaks, each as LF. */
export const cleanLines = (text: string): string => {
  const clean = text.replace(LINE_BREAKS, '\n').replaceAll('\t', ' ').replace(HARMFUL_IN_LINES, '').trim();
  return isBlank(clean) ? '' : clean;
};

/** Whether Postgres can store a text as it is: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
