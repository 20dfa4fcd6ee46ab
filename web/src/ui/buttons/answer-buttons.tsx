import { INVITE_STATUS_LABELS, RSVP_ANSWERS, type RsvpAnswer } from '@hereabouts/contract/invite-status';
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { cx } from '#web/lib/class-names.ts';
import styles from './answer-buttons.module.css';

const ICONS = { accepted: CircleCheck, tentative: CircleHelp, declined: CircleX } as const;

type Props = {
  isSending: boolean;
  onAnswer: (answer: RsvpAnswer) => void;
  /** The answer so far; left out where the buttons are no toggles, because pressing one leads on. */
  current?: string;
} & ({ label: string } | { labelledBy: string });

/** Going, Maybe and Not Going. */
export function AnswerButtons({ isSending, onAnswer, current, ...name }: Props) {
  const named = 'label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy };
  return (
    <div className={styles.answers} role="group" {...named}>
      {RSVP_ANSWERS.map((answer) => {
        const Icon = ICONS[answer];
        return (
          <button
            key={answer}
            type="button"
            className={cx(styles.answer, styles[answer])}
            aria-pressed={current === undefined ? undefined : current === answer}
            // Not disabled: the button just pressed would lose the focus.
            aria-disabled={isSending || undefined}
            onClick={() => (isSending ? undefined : onAnswer(answer))}
          >
            <Icon aria-hidden="true" />
            {INVITE_STATUS_LABELS[answer]}
          </button>
        );
      })}
    </div>
  );
}
