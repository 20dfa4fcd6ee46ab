import { cx } from '#web/lib/class-names.ts';
import { BreakableText } from '#web/ui/text/breakable-text.tsx';
import { directionOf, isOnlyEmoji, linkify } from '../linkify.ts';
import styles from './message.module.css';

/** Plain text, never HTML, with line breaks and links. */
export function MessageText({ text }: { text: string }) {
  if (isOnlyEmoji(text))
    return (
      <p className={cx(styles.text, styles.emoji)} dir="ltr">
        {text}
      </p>
    );
  return (
    <p className={styles.text} dir={directionOf(text)}>
      {linkify(text).map(({ text: words, href, at }) => {
        if (href === null) return <BreakableText key={at} text={words} />;
        return (
          <a key={at} href={href} target="_blank" rel="noopener nofollow" referrerPolicy="no-referrer">
            <BreakableText text={words} />
          </a>
        );
      })}
    </p>
  );
}
