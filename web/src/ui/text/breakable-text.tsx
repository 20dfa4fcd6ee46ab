import { Fragment } from 'react';
import { breakLongWords } from '#web/lib/long-words.ts';

/** User text with breakable long words. Copying gives the original text. */
export function BreakableText({ text }: { text: string }) {
  return breakLongWords(text).map((piece) => (
    <Fragment key={piece.at}>
      {piece.at > 0 && <wbr />}
      {piece.text}
    </Fragment>
  ));
}
