import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { eventRoutes, type EventDetail } from '@hereabouts/contract/events';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { readStoredSession } from '#web/auth/stored-session.ts';
import { call } from '#web/lib/api/api.ts';
import { lookForRelease } from '#web/lib/release/new-release.ts';
import { ANSWERS_PREFIX, UNSENT_MOVED } from '#web/lib/storage/unsent-keys.ts';
import { setUnsentCount } from '#web/lib/storage/unsent-count.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { realtime } from '#web/realtime/realtime.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';
import { showAlert, showNotice } from '#web/ui/feedback/toast-store.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/event-page.tsx';
import { AnswerQueueSender, type DropReason } from './answer-queue-sender.ts';
import {
  dropAnswer,
  isWaiting,
  keepAnswer,
  queueAnswer,
  queuedAnswer,
  refreshQueue,
  sendableEvents,
  watchQueue,
} from './answer-queue.ts';
import { sendAnswer } from './answer-request.ts';
import { applySeat, readAnswerAgain } from './answer-result.ts';

const DROP_TEXTS: Record<DropReason, string> = {
  full: texts.theEventIsFull,
  gone: texts.theEventIsNoLongerAvailable,
  cancelled: texts.theEventHasBeenCancelled,
  ended: texts.theEventIsOver,
  answered_elsewhere: texts.answeredElsewhere,
  asked_again: texts.askedAgain,
  outdated: texts.restoredSince,
  refused: texts.itWasNotAccepted,
};

/** Sends answers given offline, from whatever page, until stopped. */
export function startAnswerQueue(userId: string, client: QueryClient): () => void {
  const sender = new AnswerQueueSender({
    list: () => (navigator.onLine ? sendableEvents(userId) : []),
    find: (eventId) => queuedAnswer(userId, eventId),
    keep: (eventId, answer) => keepAnswer(userId, eventId, answer),
    drop: (eventId) => dropAnswer(userId, eventId),
    read: (eventId) => call(eventRoutes.getEvent, { params: { eventId } }),
    send: sendAnswer,
    async onSent(eventId, seat) {
      applySeat(client, eventId, seat);
      // Until the pages show it.
      await new Promise<void>((shown) => notifyManager.schedule(shown));
    },
    onDropped(eventId, answer, reason) {
      // Who is going never waits for a larger party.
      const mayWait = reason === 'full' && answer.before !== 'accepted';
      const wait = () => queueWaiting(client, userId, eventId, answer.brings);
      const action = { label: recurring.joinTheWaitingList, run: wait };
      showNotice(texts.answerNotSent(answer.title, DROP_TEXTS[reason]), mayWait ? action : undefined);
      readAnswerAgain(client, eventId);
      if (reason === 'outdated') lookForRelease();
    },
    // From the storage: another tab may have just signed in another person.
    isCurrent: () => readStoredSession()?.userId === userId,
    locks: (navigator as Partial<Navigator>).locks ?? null,
    clock: webClock,
  });
  const wake = () => sender.wake();
  // Also wakes the sender, which watches the queue.
  const lookAgain = () => refreshQueue(userId);
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(ANSWERS_PREFIX)) lookAgain();
  };
  const onShown = () => document.visibilityState === 'visible' && wake();
  addEventListener('storage', onStorage);
  addEventListener(UNSENT_MOVED, lookAgain);
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', onShown);
  const stopWatching = realtime.watchState(() => realtime.state === 'open' && wake());
  refreshQueue(userId);
  const stopHearing = watchQueue(wake);
  wake();
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener(UNSENT_MOVED, lookAgain);
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onShown);
    stopWatching();
    stopHearing();
    sender.stop();
    setUnsentCount('answers', 0);
  };
}

/** Asked for by the person: an answer like any other. */
function queueWaiting(
  client: QueryClient,
  userId: string,
  eventId: number,
  brings: number | undefined,
): void {
  const event = client.getQueryData<EventDetail>(['event', eventId]);
  const answer: PartyAnswer = { status: 'accepted', wait: true, ...(brings !== undefined && { brings }) };
  const join = (found: EventDetail) =>
    queueAnswer(userId, { ...found, is_waiting: isWaiting(found) }, answer);
  if (event) return join(event);
  call(eventRoutes.getEvent, { params: { eventId } }).then(join, () =>
    showAlert(failureText(EVENT_TEXTS.full)),
  );
}
