/** Between two things read out, so that somebody can walk and listen. */
export const ANNOUNCE_EVERY_MS = 5_000;
/** What has not changed is said again after this long: a person who finds the way by ear wants to know it is still so. */
export const ANNOUNCE_AGAIN_MS = 20_000;

export type Said = { text: string; atMs: number };

/** What is to be read out now, or what was said last. Urgent words, as "look around", do not wait. */
export function announce(before: Said | null, text: string, nowMs: number, urgent = false): Said {
  if (before === null) return { text, atMs: nowMs };
  const sinceMs = nowMs - before.atMs;
  if (text === before.text) return sinceMs < ANNOUNCE_AGAIN_MS ? before : { text, atMs: nowMs };
  return urgent || sinceMs >= ANNOUNCE_EVERY_MS ? { text, atMs: nowMs } : before;
}
