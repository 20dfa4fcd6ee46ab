import { Fragment } from 'react';
import { breakLongWords } from '#web/lib/long-words.ts';

/** Text that other people wrote, in which long words can break. What is copied is the text. */
export function BreakableText({ text }: { text: string }) {
  return breakLongWords(text).map((piece) => (
    <Fragment key={piece.at}>
      {piece.at > 0 && <wbr />}
      {piece.text}
    </Fragment>
  ));
}
