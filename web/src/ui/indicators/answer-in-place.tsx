import { CircleCheck, CircleHelp, CircleX, Hourglass } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { useLostFocus } from '#web/lib/navigation/use-lost-focus.ts';
import styles from './answer-in-place.module.css';

const ICONS = {
  accepted: CircleCheck,
  tentative: CircleHelp,
  declined: CircleX,
  waiting: Hourglass,
} as const;

export type GivenAnswer = { sign: keyof typeof ICONS; text: string; hint?: string | undefined };

/** When the buttons go with the focus, the answer takes it, or else the link of their list item. Source: NOTE-03. */
export function AnswerInPlace({ answer, children }: { answer: GivenAnswer | null; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const keepFocus = () => {
    const element = place.current;
    // After this change of the page.
    queueMicrotask(() => {
      const next = element?.querySelector<HTMLElement>('p') ?? element?.closest('li')?.querySelector('a');
      next?.focus({ preventScroll: true });
    });
  };
  const Icon = answer && ICONS[answer.sign];
  return (
    <div ref={place} className={styles.place}>
      {answer && Icon ? (
        <p className={cx(styles.answer, styles[answer.sign])} tabIndex={-1}>
          <Icon aria-hidden="true" strokeWidth={2.5} />
          <span>{answer.text}</span>
          {answer.hint === undefined ? null : <span className={styles.hint}>{answer.hint}</span>}
        </p>
      ) : children ? (
        <Buttons onLostFocus={keepFocus}>{children}</Buttons>
      ) : null}
    </div>
  );
}

function Buttons({ onLostFocus, children }: { onLostFocus: () => void; children: ReactNode }) {
  const buttons = useRef<HTMLDivElement>(null);
  useLostFocus(buttons, onLostFocus);
  return <div ref={buttons}>{children}</div>;
}
