/** Text without break opportunities, which browsers shape again for every line: 17 s for a page of it. Emoji,
 * and scripts written without spaces, can break. */
const RUNS =
  /[^\s\u200d\p{ExtPict}\p{EMod}\p{RI}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+/gu;
const RUN_MAX = 100;
/** Ends where a character ends. */
const PARTS = /.{100}\p{M}*(?!\u200d)/gsu;

/** The text in pieces between which a line may break, each with where it begins; joined, they are the text. */
export function breakLongWords(text: string): { text: string; at: number }[] {
  const pieces: { text: string; at: number }[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (run.length <= RUN_MAX) continue;
    for (const part of run.matchAll(PARTS)) {
      const partEnd = index + part.index + part[0].length;
      pieces.push({ text: text.slice(end, partEnd), at: end });
      end = partEnd;
    }
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), at: end });
  return pieces;
}
