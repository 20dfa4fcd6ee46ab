import { useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#web/lib/class-names.ts';
import button from '#web/ui/buttons/text-button.module.css';
import { LinkedText } from '#web/ui/text/linked-text.tsx';
import { beginningLength, directionOf, isOnlyEmoji, isTall } from '../message-shape.ts';
import * as texts from '#web/texts/chat.tsx';
import styles from './message.module.css';

/** Plain text, never HTML, with line breaks and links; a tall one is cut until it is asked for, unless the screen has room for it. */
export function MessageText({ text }: { text: string }) {
  if (isOnlyEmoji(text))
    return (
      <p className={cx(styles.text, styles.emoji)} dir="ltr">
        {text}
      </p>
    );
  return isTall(text) ? <TallText text={text} /> : <WholeText text={text} />;
}

function WholeText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir={directionOf(text)}>
      <LinkedText text={text} />
    </p>
  );
}

function TallText({ text }: { text: string }) {
  const beginning = useRef<HTMLParagraphElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const [isInSight, setIsInSight] = useState(false);
  const length = beginningLength(text);
  useLayoutEffect(() => {
    const { current: element } = beginning;
    if (!element || length < text.length) return;
    setIsInSight(element.scrollHeight <= element.clientHeight);
  }, [length, text]);
  if (isInSight) return <WholeText text={text} />;
  return (
    <>
      <p ref={beginning} className={cx(styles.text, !isWhole && styles.cut)} dir={directionOf(text)}>
        <LinkedText text={text} max={isWhole ? undefined : length} />
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
