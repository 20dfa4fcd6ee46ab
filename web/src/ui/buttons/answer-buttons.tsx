import {
  INVITE_STATUS_LABELS,
  RSVP_ANSWERS,
  type InviteStatus,
  type RsvpAnswer,
} from '@hereabouts/contract/invite-status';
import { CircleCheck, CircleHelp, CircleX, Hourglass, ListPlus } from 'lucide-react';
import { useState } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { tick } from '#web/lib/device/haptics.ts';
import * as texts from '#web/texts/ui.tsx';
import { PartyQuestion, WAIT } from './party-question.tsx';
import styles from './answer-buttons.module.css';

const ICONS = { accepted: CircleCheck, tentative: CircleHelp, declined: CircleX } as const;

/** `brings` left out: as many as before. `wait`: where there is no room for the party (HOST-04). */
export type PartyAnswer = { status: RsvpAnswer; brings?: number; wait?: boolean };

export type Party = {
  /** How many more people can come; Infinity without a limit. */
  free: number;
  bringMax: number;
  /** So far. */
  brings: number;
  isWaiting: boolean;
};

type Props = {
  isSending: boolean;
  onAnswer: (answer: PartyAnswer) => void;
  party: Party;
  /** Low and narrow, for lists. */
  small?: boolean;
  /** The answer so far; left out where the buttons are no toggles, because pressing one leads on. */
  current?: InviteStatus;
} & ({ label: string } | { labelledBy: string });

/** Going asks who comes along, and becomes the waiting list where there is no room. Source: HOST-03, HOST-04. */
export function AnswerButtons({ isSending, onAnswer, party, current, small, ...name }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const named = 'label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.labelledBy };
  const { isWaiting, free } = party;
  const isGoing = current === 'accepted';
  const isFull = !isGoing && !isWaiting && free < 1;
  const bringsMax = Math.max(party.bringMax, party.brings);
  /** Pressed, Going opens the question, and answers nothing yet. */
  const asksFirst = bringsMax > 0 && !isGoing && !isWaiting;
  const pressed = isWaiting ? 'accepted' : current;
  const labelOf = (answer: RsvpAnswer) => {
    if (answer !== 'accepted') return INVITE_STATUS_LABELS[answer];
    return isWaiting ? texts.waiting : isFull ? WAIT : INVITE_STATUS_LABELS.accepted;
  };
  const iconOf = (answer: RsvpAnswer) => {
    if (answer !== 'accepted') return ICONS[answer];
    return isWaiting ? Hourglass : isFull ? ListPlus : ICONS.accepted;
  };
  const press = (answer: RsvpAnswer) => {
    if (isSending) return;
    tick();
    const asks = answer === 'accepted' && bringsMax > 0;
    setIsAsking(asks);
    if (!asks)
      onAnswer({ status: answer, ...(answer === 'accepted' && (isFull || isWaiting) && { wait: true }) });
  };
  return (
    <div className={styles.all}>
      <div
        className={cx(styles.answers, isFull && styles.full, small && styles.small)}
        role="group"
        {...named}
      >
        {RSVP_ANSWERS.map((answer) => {
          const Icon = iconOf(answer);
          return (
            <button
              key={answer}
              type="button"
              className={cx(
                styles.answer,
                (isWaiting || isFull) && answer === 'accepted' ? styles.waiting : styles[answer],
              )}
              aria-expanded={answer === 'accepted' && asksFirst ? isAsking : undefined}
              aria-pressed={current === undefined ? undefined : pressed === answer}
              // Not disabled: the button just pressed would lose the focus.
              aria-disabled={isSending || undefined}
              onClick={() => press(answer)}
            >
              <Icon aria-hidden="true" />
              <span>{labelOf(answer)}</span>
            </button>
          );
        })}
      </div>
      {bringsMax > 0 && (isAsking || isGoing || isWaiting) && (
        <PartyQuestion
          key={`${current} ${party.brings}`}
          party={party}
          isGoing={isGoing}
          isSending={isSending}
          onAnswer={onAnswer}
          autoFocus={asksFirst}
        />
      )}
    </div>
  );
}
