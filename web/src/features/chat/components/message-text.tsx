import { cx } from '#web/lib/class-names.ts';
import { LinkedText } from '#web/ui/text/linked-text.tsx';
import { directionOf, isOnlyEmoji } from '../message-shape.ts';
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
      <LinkedText text={text} />
    </p>
  );
}
