/** Between two things read out, so that somebody can walk and listen. */
export const ANNOUNCE_EVERY_MS = 5_000;
/** What has not changed is said again after this long: a person who finds the way by ear wants to know it is still so. */
export const ANNOUNCE_AGAIN_MS = 20_000;

/** `kind`: such as being around or last seen; words of another kind do not wait. */
export type Words = { kind: string; text: string };
/** The line as it stands, and when words were last put there; empty while they are out of date and the next have to wait. */
export type Said = Words & { atMs: number };

/** The line after `before`, when `words` hold: never words that hold no longer. */
export function announce(before: Said | null, words: Words, nowMs: number): Said {
  const said = { ...words, atMs: nowMs };
  if (before === null || words.kind !== before.kind) return said;
  const sinceMs = nowMs - before.atMs;
  if (words.text === before.text) return sinceMs < ANNOUNCE_AGAIN_MS ? before : said;
  if (sinceMs >= ANNOUNCE_EVERY_MS) return said;
  return before.text === '' ? before : { ...before, text: '' };
}
