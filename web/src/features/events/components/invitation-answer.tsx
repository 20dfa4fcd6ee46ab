import type { EventCard } from '@hereabouts/contract/events';
import { freePlaces } from '@hereabouts/contract/waiting-list';
import { useState } from 'react';
import { AnswerButtons } from '#web/ui/buttons/answer-buttons.tsx';
import { AnswerInPlace, type GivenAnswer } from '#web/ui/indicators/answer-in-place.tsx';
import * as texts from '#web/texts/event-page.tsx';
import { useRespond } from '../answer-queries.ts';
import { shownAnswer, type Answerable, type ShownAnswer } from '../answer-queue.ts';

type Invitation = Answerable &
  Pick<EventCard, 'places' | 'going_count' | 'bring_max'> & {
    /** Not answered so far, and the event is not over. */
    canAnswer: boolean;
    /** Read since the page was opened: what is older may have been answered before. */
    isFresh: boolean;
  };

const TEXTS: Record<GivenAnswer['sign'], string> = {
  accepted: texts.youAreGoing,
  tentative: texts.youMightGo,
  declined: texts.youAreNotGoing,
  waiting: texts.youAreOnTheWaitingList,
};

const UNANSWERED: ShownAnswer = { status: 'pending', brings: 0, isWaiting: false };

/** Shows the answer while mounted; nothing for an invitation answered before. Source: NOTE-03. */
export function InvitationAnswer({ event }: { event: Invitation }) {
  const { respond, queued, sending, isSending } = useRespond(event);
  const { my_status: status, canAnswer } = event;
  const isOpen = (canAnswer && event.isFresh) || (queued ?? sending) !== undefined;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const free = freePlaces({ places: event.places, going: event.going_count ?? 0 });

  const { status: shown, ...party } = shownAnswer(sending, UNANSWERED);

  let answer: GivenAnswer | null = null;
  if (queued !== undefined) {
    const sign = queued.wait ? 'waiting' : queued.status;
    answer = { sign, text: TEXTS[sign], hint: texts.answerSentOnceOnline };
  } else if (wasOpen && !canAnswer && sending === undefined) {
    const sign = event.is_waiting ? 'waiting' : status;
    if (sign !== null && sign !== 'pending') answer = { sign, text: TEXTS[sign] };
  }
  return (
    <AnswerInPlace answer={answer}>
      {canAnswer || sending !== undefined ? (
        <AnswerButtons
          label={texts.yourAnswerToTitle(event.title)}
          current={shown}
          isSending={isSending}
          small
          onAnswer={respond}
          party={{ free, bringMax: event.bring_max, ...party }}
        />
      ) : null}
    </AnswerInPlace>
  );
}
