import type { EventCard, EventDetail } from '@hereabouts/contract/events';
import type { InviteStatus } from '@hereabouts/contract/invite-status';
import { useMemo, useSyncExternalStore } from 'react';
import { pageMeta } from '#web/lib/page-meta.ts';
import { keysWith, readItem, removeItem, writeItem } from '#web/lib/storage/safe-storage.ts';
import { ANSWERS_PREFIX } from '#web/lib/storage/unsent-keys.ts';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';
import { setUnsentCount } from '#web/lib/storage/unsent-count.ts';

/** An answer that was given without a network, and the event as it was then. */
export type QueuedAnswer = PartyAnswer & {
  readonly title: string;
  /** The viewer's answer before this one, and below the event's times then: if either differs on the server, this answer may be out
   * of date. Each attempt to send updates them. */
  readonly before: EventDetail['my_status'];
  /** Missing where it is not known: notifications do not say. */
  readonly broughtBefore?: number | undefined;
  readonly startTime: string;
  readonly endTime: string;
  readonly wasWaiting: boolean;
  /** The last try, of this or an earlier choice: the server may have it by now. */
  readonly sent?: PartyAnswer;
  /** The instance's epoch when it was given, where known. */
  readonly epoch?: string;
};

/** One key an event: the last choice wins, also between tabs. Where nothing can be stored, it lasts as long as the page. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

const keyOf = (userId: string, eventId: number) => `${ANSWERS_PREFIX}${userId}.${eventId}`;

export type Answerable = Pick<
  EventCard,
  'id' | 'title' | 'start_time' | 'end_time' | 'my_status' | 'is_waiting'
> &
  Partial<Pick<EventCard, 'my_brings'>>;

/** A list has `is_waiting` instead. */
export const isWaiting = (event: Pick<EventDetail, 'my_place_in_queue'>): boolean =>
  event.my_place_in_queue !== null;

type InFlight = Pick<QueuedAnswer, 'before' | 'broughtBefore' | 'wasWaiting'> & { sent: PartyAnswer };
/** By the same key: this page's answer that is in flight outside the queue, and the state before it. Shown optimistically. */
const inFlight = new Map<string, InFlight>();

export const isInFlight = (userId: string, eventId: number): boolean => inFlight.has(keyOf(userId, eventId));

/** Call it when an answer is sent: until `noteSettled`, later choices are queued and know of it. @param event as it was before */
export function markInFlight(userId: string, event: Answerable, sent: PartyAnswer): void {
  const { id, my_status: before, my_brings: broughtBefore, is_waiting: wasWaiting } = event;
  inFlight.set(keyOf(userId, id), { before, broughtBefore, wasWaiting, sent });
}

export function noteSettled(userId: string, eventId: number): void {
  inFlight.delete(keyOf(userId, eventId));
  notify();
}

/** Queues the answer, unless the server surely has it already. */
export function queueAnswer(userId: string, event: Answerable, chosen: PartyAnswer): void {
  const earlier = inFlight.get(keyOf(userId, event.id));
  const queued: QueuedAnswer = queuedAnswer(userId, event.id) ?? {
    ...chosen,
    before: event.my_status,
    broughtBefore: event.my_brings,
    title: event.title,
    startTime: event.start_time,
    endTime: event.end_time,
    wasWaiting: event.is_waiting,
    ...earlier,
  };
  const { brings, wait, ...first } = queued;
  const sent = earlier && { sent: earlier.sent };
  const answer = { ...first, ...chosen, ...sent, epoch: pageMeta('epoch') };
  const isAsBefore = answer.before === chosen.status && chosen.brings === undefined && !answer.wasWaiting;
  if (isAsBefore && !answer.sent) dropAnswer(userId, event.id);
  else {
    // Where this one cannot be stored, an earlier one would be sent in its place.
    removeItem(keyOf(userId, event.id));
    keepAnswer(userId, event.id, answer);
  }
}

export function keepAnswer(userId: string, eventId: number, answer: QueuedAnswer): void {
  const [key, text] = [keyOf(userId, eventId), JSON.stringify(answer)];
  // Otherwise it is sent from memory.
  if (writeItem(key, text)) unstored.delete(key);
  else unstored.set(key, text);
  refreshQueue(userId);
}

export function dropAnswer(userId: string, eventId: number): void {
  unstored.delete(keyOf(userId, eventId));
  removeItem(keyOf(userId, eventId));
  refreshQueue(userId);
}

export const queuedAnswer = (userId: string, eventId: number): QueuedAnswer | undefined =>
  parse(textOf(keyOf(userId, eventId)));

export function queuedEvents(userId: string): number[] {
  const prefix = keyOf(userId, 0).slice(0, -1);
  const inMemory = [...unstored.keys()].filter((key) => key.startsWith(prefix));
  const keys = new Set([...keysWith(prefix), ...inMemory]);
  const ids = [...keys].map((key) => Number(key.slice(prefix.length)));
  return ids.filter((id) => Number.isSafeInteger(id) && queuedAnswer(userId, id) !== undefined);
}

/** Without events for which an earlier choice is in flight: it might arrive after this one. */
export const sendableEvents = (userId: string): number[] =>
  queuedEvents(userId).filter((id) => !isInFlight(userId, id));

/** Another tab may have queued or sent something. */
export function refreshQueue(userId: string): void {
  setUnsentCount('answers', queuedEvents(userId).length);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

export function useQueuedAnswer(userId: string, eventId: number): QueuedAnswer | undefined {
  const text = useSyncExternalStore(watchQueue, () => textOf(keyOf(userId, eventId)));
  return useMemo(() => parse(text), [text]);
}

/** As the server has it: whoever waits has not answered otherwise. */
export type ShownAnswer = { status: InviteStatus; brings: number; isWaiting: boolean };

/** `stored`, changed by what the person has chosen since. */
export const shownAnswer = (chosen: PartyAnswer | undefined, stored: ShownAnswer): ShownAnswer =>
  chosen === undefined
    ? stored
    : {
        status: chosen.wait ? 'pending' : chosen.status,
        brings: bringsAfter(chosen, stored.brings),
        isWaiting: chosen.wait ?? false,
      };

export const bringsAfter = ({ status, brings }: PartyAnswer, before: number): number =>
  status === 'accepted' ? (brings ?? before) : 0;

export function watchQueue(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const textOf = (key: string): string | null => readItem(key) ?? unstored.get(key) ?? null;

/** Extensions or older releases may have written anything. */
function parse(text: string | null): QueuedAnswer | undefined {
  try {
    const answer = JSON.parse(text ?? 'null') as Partial<QueuedAnswer> | null;
    return answer?.status !== undefined && answer.startTime !== undefined
      ? (answer as QueuedAnswer)
      : undefined;
  } catch {
    return undefined;
  }
}
