const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const HARMFUL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const HARMFUL_IN_LINES = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu;
/** One visible character: no space, zero-width character, noncharacter, blank Braille pattern, annotation mark or null note. */
const SEEN = String.raw`[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]`;
const HAS_SEEN = new RegExp(SEEN, 'u');

/** What belongs to the character before it: marks and joiners. */
const ON_IT = String.raw`[\p{M}\u200c\u200d]`;
/** No script puts more marks on one character; a hundred of them make a cluster wider than the screen. */
const MARKS_MAX = 6;
const WITH_MARKS_BEYOND = new RegExp(String.raw`(?:\p{M}[\u200c\u200d]*){${MARKS_MAX + 1},}`, 'gu');
const MARKS_KEPT = new RegExp(String.raw`^(?:\p{M}[\u200c\u200d]*){${MARKS_MAX}}`, 'u');

/** Signs that join the next letter to the one before (canonical combining class 9). */
const VIRAMA = String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0f84\u1039\u17d2\u1a60\u1b44\u1bab\ua806\ua8c4\ua9c0\uaaf6\u{10a3f}\u{11046}\u{110b9}\u{11133}\u{111c0}\u{11235}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{11839}`;
/** No word joins more letters; a line cannot break between them. */
const JOINED_MAX = 5;
const LETTER = String.raw`[^\s\p{M}\u200c\u200d]`;
const JOINED_BEYOND = new RegExp(`(?:${LETTER}(?=${ON_IT}*[${VIRAMA}])${ON_IT}+){${JOINED_MAX + 1},}`, 'gu');
const JOINED_LETTERS = new RegExp(LETTER + ON_IT + '+', 'gu');
const VIRAMAS = new RegExp(`[${VIRAMA}]`, 'gu');

/** Without the marks and joins that no script needs. */
const untangle = (text: string): string =>
  text
    .replace(WITH_MARKS_BEYOND, (marks) => MARKS_KEPT.exec(marks)?.[0] ?? '')
    .replace(JOINED_BEYOND, (letters) => {
      let count = 0;
      return letters.replace(JOINED_LETTERS, (letter) => {
        count += 1;
        return count % (JOINED_MAX + 1) === 0 ? letter.replace(VIRAMAS, '') : letter;
      });
    });

export const VISIBLE_PATTERN = `.*${SEEN}.*`;

/** Nothing visible (LAYOUT-03): counts as empty. */
export const isBlank = (text: string): boolean => !HAS_SEEN.test(text);

/** Without control characters and direction overrides. Keeps joiners, which emoji and scripts need (LAYOUT-03). */
export const cleanLine = (text: string): string => {
  const clean = untangle(text.replace(LINE_BREAKS, ' ').replaceAll('\t', ' ').replace(HARMFUL, '')).trim();
  return isBlank(clean) ? '' : clean;
};

/** Soft hyphens, joiners and breaks of no width, annotation marks and, outside of flags, tags: with them two names that look alike
 * would differ. */
const UNSEEN_IN_NAMES =
  /\u{1f3f4}[\u{e0020}-\u{e007f}]+|\u034f|[\u180b-\u180f]|[\u00ad\u200b\u2060-\u2064\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]/gu;

/** As `cleanLine`, for people's names: in one form (NFC), whether a keyboard sends a letter and its accent apart or as one. */
export const cleanName = (text: string): string =>
  cleanLine(text.replace(UNSEEN_IN_NAMES, (part) => (part.startsWith('\u{1f3f4}') ? part : ''))).normalize(
    'NFC',
  );

/** As `cleanLine`, for several lines: keeps line breaks, as \n. */
export const cleanLines = (text: string): string => {
  const clean = untangle(
    text.replace(LINE_BREAKS, '\n').replaceAll('\t', ' ').replace(HARMFUL_IN_LINES, ''),
  ).trim();
  return isBlank(clean) ? '' : clean;
};

/** The first `max` UTF-16 units, one fewer where the last would be half a surrogate pair. */
export const cutUnits = (text: string, max: number): string =>
  text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** Shortened to `max` UTF-16 units, with "…" only if truncated. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : `${cutUnits(text, max - 1)}…`;

/** Postgres stores neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
