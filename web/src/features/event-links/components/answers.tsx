import { INVITE_STATUS_LABELS, RSVP_ANSWERS, type RsvpAnswer } from '@hereabouts/contract/invite-status';
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { cx } from '#web/lib/class-names.ts';
import styles from './invitation.module.css';

const ICONS = { accepted: CircleCheck, tentative: CircleHelp, declined: CircleX } as const;

type Props = { isSending: boolean; onAnswer: (answer: RsvpAnswer) => void };

export function Answers({ isSending, onAnswer }: Props) {
  return (
    <div className={styles.answers} role="group" aria-label="Your answer">
      {RSVP_ANSWERS.map((answer) => {
        const Icon = ICONS[answer];
        return (
          <button
            key={answer}
            type="button"
            className={cx(styles.answer, styles[answer])}
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
