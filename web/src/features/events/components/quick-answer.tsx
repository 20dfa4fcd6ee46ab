import type { EventCard } from '@hereabouts/contract/events';
import { freePlaces } from '@hereabouts/contract/waiting-list';
import { AnswerButtons } from '#web/ui/buttons/answer-buttons.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { useRespond } from '../answer-queries.ts';
import { shownAnswer } from '../answer-queue.ts';
import styles from './rsvp.module.css';

/** Source: HOME-23. */
export function QuickAnswer({ event }: { event: EventCard }) {
  const { respond, queued, sending, isSending } = useRespond(event);
  const { status, ...party } = shownAnswer(queued ?? sending, {
    status: event.my_status ?? 'pending',
    brings: event.my_brings,
    isWaiting: event.is_waiting,
  });
  return (
    <>
      <AnswerButtons
        small
        label={texts.yourAnswerToTitle(event.title)}
        current={status}
        isSending={isSending}
        onAnswer={respond}
        party={{
          free: freePlaces({ places: event.places, going: event.going_count ?? 0 }),
          bringMax: event.bring_max,
          ...party,
        }}
      />
      {queued !== undefined && (
        <p className={styles.hint} role="status">
          {texts.answerSentOnceOnline}
        </p>
      )}
    </>
  );
}
