import { useState } from 'react';
import { cx } from '#web/lib/class-names.ts';
import button from '#web/ui/buttons/text-button.module.css';
import { LinkedText } from '#web/ui/text/linked-text.tsx';
import { beginningLength, directionOf, isOnlyEmoji, isTall } from '../message-shape.ts';
import * as texts from '#web/texts/chat.tsx';
import styles from './message.module.css';

/** Plain text, never HTML, with line breaks and links; a tall one is cut until it is asked for. */
export function MessageText({ text }: { text: string }) {
  if (isOnlyEmoji(text))
    return (
      <p className={cx(styles.text, styles.emoji)} dir="ltr">
        {text}
      </p>
    );
  if (isTall(text)) return <TallText text={text} />;
  return (
    <p className={styles.text} dir={directionOf(text)}>
      <LinkedText text={text} />
    </p>
  );
}

function TallText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <p className={cx(styles.text, !isWhole && styles.cut)} dir={directionOf(text)}>
        <LinkedText text={text} max={isWhole ? undefined : beginningLength(text)} />
      </p>
      <button
        type="button"
        className={cx(button.textButton, styles.whole)}
        aria-expanded={isWhole}
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? texts.showLessOfTheMessage : texts.showAllOfTheMessage}
      </button>
    </>
  );
}
