import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import type { EventDetail } from '@hereabouts/contract/events';
import { mutationOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useViewerId } from '#web/auth/use-session.ts';
import { ApiError, NetworkError } from '#web/lib/api/api.ts';
import { isAway } from '#web/lib/device/away.ts';
import { useIsAway } from '#web/realtime/hooks.ts';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';
import { clearAlerts, showAlert } from '#web/ui/feedback/toast-store.ts';
import * as words from '#web/texts/event-page.tsx';
import {
  bringsAfter,
  isInFlight,
  markInFlight,
  noteSettled,
  queueAnswer,
  queuedAnswer,
  useQueuedAnswer,
  type Answerable,
} from './answer-queue.ts';
import { sendAnswer } from './answer-request.ts';
import { applySeat, readAnswerAgain } from './answer-result.ts';
import { eventKey } from './queries.ts';

/** Source: RSVP-05. */
const RSVP_REFUSED = words.updateRsvpFailed;
const RSVP_UNEXPECTED = words.unexpectedError;

function rsvpFailure(error: unknown): string {
  if (error instanceof NetworkError) return RSVP_UNEXPECTED;
  // The buttons offer the waiting list once the event has been read again.
  return error instanceof ApiError && error.code === 'event_full' ? EVENT_TEXTS.full : RSVP_REFUSED;
}

/** Optimistic; whether somebody gets a place or waits is known only afterwards. */
const withAnswer = (event: EventDetail, answer: PartyAnswer): EventDetail =>
  answer.wait
    ? event
    : {
        ...event,
        my_status: answer.status,
        my_brings: bringsAfter(answer, event.my_brings),
        my_place_in_queue: null,
      };

/** Optimistic; reverted when the server refuses. Queued without a network. */
export function useRespond(event: Answerable) {
  const viewerId = useViewerId();
  const queued = useQueuedAnswer(viewerId, event.id);
  const { mutate, isPending, variables } = useMutation(sendingOf(useQueryClient(), viewerId));
  const canQueue = useIsAway();
  const respond = (answer: PartyAnswer) => {
    // One that waits is sent with the care that it needs, in the order of the choices.
    const isNext = queued !== undefined || isInFlight(viewerId, event.id);
    if (isAway() || isNext) return queueAnswer(viewerId, event, answer);
    mutate({ answer, event });
  };
  const sending = isPending && variables.event.id === event.id ? variables.answer : undefined;
  return { respond, queued, sending, isSending: sending !== undefined && !canQueue };
}

type Chosen = { answer: PartyAnswer; event: Answerable };

/** A mutation that sends an answer at once. The event is that of the call: the component may show another one by then. */
export function sendingOf(client: QueryClient, viewerId: string) {
  return mutationOptions({
    mutationFn: ({ answer, event }: Chosen) => sendAnswer(event.id, answer),
    async onMutate({ answer, event }) {
      const key = eventKey(event.id);
      markInFlight(viewerId, event, answer);
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<EventDetail>(key);
      if (before) client.setQueryData<EventDetail>(key, withAnswer(before, answer));
      return before;
    },
    onError(error, { answer, event }, before) {
      if (before) client.setQueryData(eventKey(event.id), before);
      // One that was chosen since stands, whatever became of this one.
      const next = queuedAnswer(viewerId, event.id);
      const waits = error instanceof NetworkError && isAway();
      if (next !== undefined || waits) queueAnswer(viewerId, event, next ?? answer);
      else showAlert(rsvpFailure(error));
      readAnswerAgain(client, event.id);
    },
    onSuccess(seat, { event }) {
      clearAlerts(RSVP_REFUSED, RSVP_UNEXPECTED, EVENT_TEXTS.full);
      applySeat(client, event.id, seat);
    },
    onSettled: (_seat, _error, { event }) => noteSettled(viewerId, event.id),
  });
}
