import type { EventDetail } from '@hereabouts/contract/events';
import { INVITE_STATUS_LABELS, RSVP_ANSWERS } from '@hereabouts/contract/invite-status';
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { cx } from '#web/lib/class-names.ts';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { useRespond } from '../queries.ts';
import styles from './rsvp.module.css';

const ICONS = { accepted: CircleCheck, tentative: CircleHelp, declined: CircleX } as const;

/** "Your RSVP", for the invited and the creator. Source: EVD-06, RSVP-01 to RSVP-04. */
export function Rsvp({ event, hasEnded }: { event: EventDetail; hasEnded: boolean }) {
  const respond = useRespond(event.id);
  const status = event.my_status ?? 'pending';
  const isSending = respond.isPending && !respond.isPaused;
  return (
    <section aria-labelledby="your-rsvp" className={styles.section}>
      <SectionHeading id="your-rsvp">Your RSVP</SectionHeading>
      {hasEnded ? (
        <p className={styles.ended}>
          This event has ended. Your response was: {INVITE_STATUS_LABELS[status]}
        </p>
      ) : (
        <>
          <div className={styles.answers} role="group" aria-labelledby="your-rsvp">
            {RSVP_ANSWERS.map((answer) => {
              const Icon = ICONS[answer];
              return (
                <button
                  key={answer}
                  type="button"
                  className={cx(styles.answer, styles[answer])}
                  aria-pressed={status === answer}
                  // Not disabled: the button just pressed would lose the focus.
                  aria-disabled={isSending || undefined}
                  onClick={() => (isSending ? undefined : respond.mutate(answer))}
                >
                  <Icon aria-hidden="true" />
                  {INVITE_STATUS_LABELS[answer]}
                </button>
              );
            })}
          </div>
          {status === 'pending' && (
            <p className={styles.hint}>You have not answered yet: {INVITE_STATUS_LABELS.pending}</p>
          )}
        </>
      )}
    </section>
  );
}
