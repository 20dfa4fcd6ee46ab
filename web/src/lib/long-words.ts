/** Text without break opportunities, which browsers shape again for every line: 17 s for a page of it. */
const WORDS = /(?:\S|[\u00a0\u2007\u202f\ufeff])+/gu;
/** Forbids the breaks beside it, whatever stands there. */
const GLUE = /[\u00a0\u2007\u202f\u2060\ufeff"'\p{Pi}\p{Pf}]|\u200d/u;
/** Emoji, and scripts written without spaces, can break. */
const RUNS =
  /[^\p{EPres}\p{EMod}\p{RI}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+/gu;
const RUN_MAX = 100;
/** Ends where a character ends, unless it is longer than any that is one. */
const PARTS =
  /.{100}(?:[\p{M}\p{EMod}\u{e0020}-\u{e007f}]|\u200c|\u200d|(?<=\u200d)\p{ExtPict}|(?<=\p{M}\u200d)\p{L}){0,30}/gsu;

/** Pieces between which a line may break, with their offsets; joined, they are the text. */
export function breakLongWords(text: string): { text: string; at: number }[] {
  const pieces: { text: string; at: number }[] = [];
  let end = 0;
  for (const { 0: run, index } of longRuns(text)) {
    for (const part of run.matchAll(PARTS)) {
      const partEnd = index + part.index + part[0].length;
      pieces.push({ text: text.slice(end, partEnd), at: end });
      end = partEnd;
    }
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), at: end });
  return pieces;
}

function* longRuns(text: string): Generator<{ 0: string; index: number }> {
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (word.length <= RUN_MAX) continue;
    if (GLUE.test(word)) yield { 0: word, index };
    else
      for (const { 0: run, index: at } of word.matchAll(RUNS))
        if (run.length > RUN_MAX) yield { 0: run, index: index + at };
  }
}
