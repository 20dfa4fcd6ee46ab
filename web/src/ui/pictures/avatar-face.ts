const HUES = 8;

/** Which of the eight avatar colours a person has: the same everywhere, for good. */
export function avatarHue(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % HUES;
}

/** First letter as a reader sees it (one grapheme, in any script), or null where the name has none. */
export function initialOf(name: string): string | null {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim());
  for (const { segment } of segments) {
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(segment)) return segment.toLocaleUpperCase();
  }
  return null;
}
