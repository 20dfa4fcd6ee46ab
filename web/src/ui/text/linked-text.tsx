import { Fragment } from 'react';
import { linkify } from '#web/lib/linkify.ts';
import { BreakableText } from './breakable-text.tsx';

type Props = {
  text: string;
  /** Code units shown; an address that has begun by then is shown whole. */
  max?: number | undefined;
};

/** Plain text, never HTML, with its addresses as links. */
export function LinkedText({ text, max = Infinity }: Props) {
  return linkify(text).map(({ text: words, href, at, trueHost }) => {
    if (at >= max) return null;
    if (href === null) return <BreakableText key={at} text={words.slice(0, max - at)} />;
    return (
      <Fragment key={at}>
        <a href={href} target="_blank" rel="noopener nofollow" referrerPolicy="no-referrer">
          <BreakableText text={words} />
        </a>
        {trueHost !== undefined && ` (${trueHost})`}
      </Fragment>
    );
  });
}
