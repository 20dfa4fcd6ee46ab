import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { MESSAGE_MAX } from '@hereabouts/contract/limits';
import { cleanLines } from '@hereabouts/contract/visible-text';
import { SendHorizontal } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import { isComposing } from '#web/lib/typing/is-composing.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import * as texts from '#web/texts/chat.tsx';
import { readDraft, saveDraft } from '../draft.ts';
import styles from './composer.module.css';

/** From here on the remaining characters are shown. */
const COUNTED_FROM = MESSAGE_MAX - 200;
const COUNT = new Intl.NumberFormat('en-GB');

type Props = {
  /** Per person and chat: restores an unsent draft. */
  draftKey: string;
  /** Takes the message; once it returns the message cannot be lost. */
  onSend: (message: string) => void;
  /** It had the focus, and is gone. */
  onLostFocus: () => void;
};

/** Source: CHAT-04. */
export function Composer({ draftKey, onSend, onLostFocus }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useLostFocus(form, onLostFocus);
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(draftKey));
  const [isRefused, setIsRefused] = useState(false);
  const message = cleanLines(text);
  const { length } = message;
  const isTooLong = length > MESSAGE_MAX;
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the text is what the box grows with
  useLayoutEffect(() => grow(box.current), [text]);

  const write = (next: string) => {
    setText(next);
    saveDraft(draftKey, next);
    setIsRefused(false);
  };
  const send = () => {
    if (length === 0) return;
    if (isTooLong) return setIsRefused(true);
    // Half an emoji, as a broken paste may hold, could not be stored.
    onSend(message.toWellFormed());
    write('');
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    // On a phone's keyboard it is the only way to a new line.
    if (matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {isRefused && isTooLong && (
        <p className={styles.problem} id="message-problem" role="alert">
          {CHAT_TEXTS.tooLong}
        </p>
      )}
      <div className={styles.bar}>
        <textarea
          ref={box}
          className={styles.box}
          rows={1}
          dir="auto"
          aria-label={texts.message}
          placeholder={texts.message}
          enterKeyHint="enter"
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isRefused && isTooLong ? 'message-problem' : undefined}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton
          type="submit"
          label={texts.send}
          tone="flare"
          className={styles.send ?? ''}
          icon={<SendHorizontal aria-hidden="true" />}
          disabled={length === 0}
          // The focus, and with it a phone's keyboard, stays with the box.
          onPointerDown={(event) => event.preventDefault()}
        />
      </div>
      {length > COUNTED_FROM && (
        <p className={cx(styles.count, isTooLong && styles.over)}>
          {COUNT.format(length)} / {COUNT.format(MESSAGE_MAX)}
        </p>
      )}
    </form>
  );
}

function grow(area: HTMLTextAreaElement | null): void {
  if (!area) return;
  // Measuring an empty box would lay out the chat once more as a message is sent.
  if (area.value === '') return void area.style.removeProperty('height');
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}
