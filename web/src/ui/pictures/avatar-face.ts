const HUES = 8;

/** One of eight colours, stable for a person. */
export function avatarHue(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % HUES;
}

let segmenter: Intl.Segmenter | undefined;

/** One grapheme, in any script; null where the name has none. */
export function initialOf(name: string): string | null {
  // Making one takes longer than all else of drawing a face.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(name.trim())) {
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(segment)) return segment.toLocaleUpperCase();
  }
  return null;
}
