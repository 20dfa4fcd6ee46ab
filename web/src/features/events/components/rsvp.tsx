import type { EventDetail } from '@hereabouts/contract/events';
import { INVITE_STATUS_LABELS } from '@hereabouts/contract/invite-status';
import { freePlaces } from '@hereabouts/contract/waiting-list';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { withNext } from '#web/lib/navigation/safe-target.ts';
import { AnswerButtons } from '#web/ui/buttons/answer-buttons.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { useRespond } from '../answer-queries.ts';
import { isWaiting, shownAnswer } from '../answer-queue.ts';
import styles from './rsvp.module.css';

/** Source: EVD-06, RSVP-01 to RSVP-04. */
export function Rsvp({ event, hasEnded }: { event: EventDetail; hasEnded: boolean }) {
  const waits = isWaiting(event);
  const { respond, queued, sending, isSending } = useRespond({ ...event, is_waiting: waits });
  const isAnonymous = useIsAnonymous();
  const { pathname } = useLocation();
  const stored = event.my_status ?? 'pending';
  const { status, ...party } = shownAnswer(queued ?? sending, {
    status: stored,
    brings: event.my_brings,
    isWaiting: waits,
  });
  const [hasWaited, setHasWaited] = useState(waits);
  const isGoing = stored === 'accepted';
  if (waits ? !hasWaited : hasWaited && !isGoing) setHasWaited(waits);
  return (
    <section aria-labelledby="your-rsvp" className={styles.section}>
      <h2 id="your-rsvp" className={styles.heading}>
        {texts.yourRsvp}
      </h2>
      {hasEnded ? (
        <p className={styles.ended}>{texts.endedYourResponse(INVITE_STATUS_LABELS[stored])}</p>
      ) : (
        <>
          <VisuallyHidden>
            <span role="status">{queued === undefined && hasWaited && isGoing && texts.youAreGoing}</span>
          </VisuallyHidden>
          <p className={styles.hint} role="status">
            {queued === undefined &&
              party.isWaiting &&
              event.my_place_in_queue !== null &&
              waitingText(event.my_place_in_queue)}
          </p>
          <AnswerButtons
            labelledBy="your-rsvp"
            current={status}
            isSending={isSending}
            onAnswer={respond}
            party={{
              free: freePlaces({ places: event.places, going: event.going_count }),
              bringMax: event.bring_max,
              ...party,
            }}
          />
          <p className={styles.hint} role="status">
            {queued !== undefined && texts.answerSentOnceOnline}
          </p>
          {status === 'pending' && !party.isWaiting && (
            <p className={styles.hint}>{texts.notAnsweredYet(INVITE_STATUS_LABELS.pending)}</p>
          )}
        </>
      )}
      {isAnonymous && (
        <p className={styles.keep}>
          {texts.keepThisEvent(<Link to={withNext('/register', pathname)}>{texts.createAnAccount}</Link>)}
        </p>
      )}
    </section>
  );
}

const ORDINALS = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

const waitingText = (place: number): string =>
  texts.placeOnWaitingList(place, SUFFIXES[ORDINALS.select(place)] ?? 'th');
