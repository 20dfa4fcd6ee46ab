import type { EventCard, EventDetail } from '@hereabouts/contract/events';
import type { RsvpAnswer } from '@hereabouts/contract/invite-status';
import { useSyncExternalStore } from 'react';
import { pageMeta } from '#web/lib/page-meta.ts';
import { keysWith, readItem, removeItem, writeItem } from '#web/lib/storage/safe-storage.ts';
import { ANSWERS_PREFIX } from '#web/lib/storage/unsent-keys.ts';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';
import { setUnsentCount } from '#web/lib/storage/unsent-count.ts';

/** An answer that was given without a network, and the event as it was then. */
export type QueuedAnswer = PartyAnswer & {
  readonly title: string;
  /** The viewer's answer before, and the times it was asked for: another one means that this one is out of date. Each try to
   * send renews it. */
  readonly before: EventDetail['my_status'];
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
>;

/** A list has `is_waiting` instead. */
export const isWaiting = (event: Pick<EventDetail, 'my_place_in_queue'>): boolean =>
  event.my_place_in_queue !== null;

/** Queues the answer, unless the server surely has it already. @param sent a try that got no answer */
export function queueAnswer(
  userId: string,
  event: Answerable,
  chosen: PartyAnswer,
  sent?: PartyAnswer,
): void {
  const queued: QueuedAnswer = queuedAnswer(userId, event.id) ?? {
    ...chosen,
    before: event.my_status,
    title: event.title,
    startTime: event.start_time,
    endTime: event.end_time,
    wasWaiting: event.is_waiting,
  };
  const { brings, wait, ...first } = queued;
  const answer = { ...first, ...chosen, ...(sent && { sent }), epoch: pageMeta('epoch') };
  const isAsBefore = answer.before === chosen.status && chosen.brings === undefined && !answer.wasWaiting;
  if (isAsBefore && !answer.sent) dropAnswer(userId, event.id);
  else keepAnswer(userId, event.id, answer);
}

export function keepAnswer(userId: string, eventId: number, answer: QueuedAnswer): void {
  const [key, text] = [keyOf(userId, eventId), JSON.stringify(answer)];
  // Otherwise it is sent from memory.
  if (writeItem(key, text)) unstored.delete(key);
  else unstored.set(key, text);
  changed(userId);
}

export function dropAnswer(userId: string, eventId: number): void {
  unstored.delete(keyOf(userId, eventId));
  removeItem(keyOf(userId, eventId));
  changed(userId);
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

/** Another tab may have queued or sent something. */
export function changed(userId: string): void {
  setUnsentCount('answers', queuedEvents(userId).length);
  for (const listener of listeners) listener();
}

export function useQueuedAnswer(userId: string, eventId: number): RsvpAnswer | undefined {
  return useSyncExternalStore(watchQueue, () => queuedAnswer(userId, eventId)?.status);
}

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
