import { Fragment } from 'react';
import { linkify } from '#web/lib/linkify.ts';
import { BreakableText } from './breakable-text.tsx';

/** What somebody wrote: plain text, never HTML, with its addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return linkify(text).map(({ text: words, href, at, trueHost }) => {
    if (href === null) return <BreakableText key={at} text={words} />;
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
