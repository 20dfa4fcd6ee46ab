/** Minimum between two announcements while walking. */
export const ANNOUNCE_EVERY_MS = 5_000;
/** Repeats unchanged texts, for people who navigate by ear. */
export const ANNOUNCE_AGAIN_MS = 20_000;

/** `kind`: such as being around or last seen; words of another kind do not wait. */
export type Words = { kind: string; text: string };
/** The current text and its time; empty while outdated and the next has to wait. */
export type Said = Words & { atMs: number };

/** Never gives words that no longer hold. */
export function announce(before: Said | null, words: Words, nowMs: number): Said {
  const said = { ...words, atMs: nowMs };
  if (before === null || words.kind !== before.kind) return said;
  const sinceMs = nowMs - before.atMs;
  if (words.text === before.text) return sinceMs < ANNOUNCE_AGAIN_MS ? before : said;
  if (sinceMs >= ANNOUNCE_EVERY_MS) return said;
  return before.text === '' ? before : { ...before, text: '' };
}
