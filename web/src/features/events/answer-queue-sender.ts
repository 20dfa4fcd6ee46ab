import type { EventDetail } from '@hereabouts/contract/events';
import type { WebClock } from '#web/lib/time/clock.ts';
import { ApiError, isOutcomeUnknown, isTemporary } from '#web/lib/api/api.ts';
import { logError } from '#web/lib/log.ts';
import { isOfOtherEpoch } from '#web/lib/api/other-epoch.ts';
import type { PartyAnswer } from '#web/ui/buttons/answer-buttons.tsx';
import { retryDelayMs } from '#web/realtime/timing.ts';
import { bringsAfter, isWaiting, type QueuedAnswer } from './answer-queue.ts';
import type { Seat } from './answer-result.ts';

export type DropReason =
  | 'gone'
  | 'full'
  | 'cancelled'
  | 'ended'
  | 'answered_elsewhere'
  | 'asked_again'
  | 'outdated'
  | 'refused';

export type SenderParts = {
  list: () => number[];
  find: (eventId: number) => QueuedAnswer | undefined;
  keep: (eventId: number, answer: QueuedAnswer) => void;
  drop: (eventId: number) => void;
  read: (eventId: number) => Promise<EventDetail>;
  send: (eventId: number, answer: PartyAnswer & { epoch?: string }) => Promise<Seat>;
  /** Shows it, before the answer leaves the queue and uncovers what the page has. */
  onSent: (eventId: number, seat: Seat) => Promise<void>;
  onDropped: (eventId: number, answer: QueuedAnswer, reason: DropReason, error?: ApiError) => void;
  isCurrent: () => boolean;
  /** Null where the browser has none: an answer that is sent twice does no harm. */
  locks: Pick<LockManager, 'request'> | null;
  clock: Pick<WebClock, 'after'>;
};

/** Sends the answers that wait, after a look at each event: what happened meanwhile goes before (PWA-06). */
export class AnswerQueueSender {
  readonly #parts: SenderParts;
  #isRunning = false;
  #isStopped = false;
  #tries = 0;
  #stopRetry = () => {};

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  wake(): void {
    if (this.#isRunning || this.#isStopped || this.#parts.list().length === 0) return;
    this.#stopRetry();
    this.#isRunning = true;
    const tryLater = (cause: unknown) => {
      logError('answers could not be sent', cause);
      return true;
    };
    void this.#runInOneTab()
      .catch(tryLater)
      .then((isLater) => {
        this.#isRunning = false;
        if (isLater && !this.#isStopped) {
          this.#tries += 1;
          this.#stopRetry = this.#parts.clock.after(retryDelayMs(this.#tries), () => this.wake());
        } else this.#tries = 0;
      });
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopRetry();
  }

  #maySend(): boolean {
    return !this.#isStopped && this.#parts.isCurrent();
  }

  /** Returns whether to try again later. */
  async #sendAll(): Promise<boolean> {
    let isLater = false;
    for (const eventId of this.#parts.list()) {
      if (!this.#maySend()) return false;
      try {
        await this.#sendOne(eventId);
      } catch (cause) {
        // If somebody else is signed in by now: its person learns of the failure at the next attempt.
        if (!this.#maySend()) return false;
        const answer = this.#parts.find(eventId);
        if (isWorthRetry(cause) || answer === undefined) {
          isLater = true;
          // The other answers would fail for the same reason.
          if (!(cause instanceof ApiError) || cause.status !== 500) break;
          continue;
        }
        this.#parts.drop(eventId);
        this.#parts.onDropped(
          eventId,
          answer,
          reasonOf(cause),
          cause instanceof ApiError ? cause : undefined,
        );
      }
    }
    // One may have been chosen anew while it was sent.
    return isLater || this.#parts.list().length > 0;
  }

  async #sendOne(eventId: number): Promise<void> {
    const { find, keep, drop, read, send, onSent, onDropped } = this.#parts;
    const event = await read(eventId);
    // Meanwhile somebody else may have signed in: it would go out as theirs.
    if (!this.#maySend()) return;
    const answer = find(eventId);
    if (answer === undefined) return;
    const reason = dropReason(answer, event);
    if (reason !== null) {
      drop(eventId);
      onDropped(eventId, answer, reason);
      return;
    }
    const { status, brings, wait, epoch } = answer;
    const sent: PartyAnswer = { status, ...(brings !== undefined && { brings }), ...(wait && { wait }) };
    const found = { before: event.my_status, broughtBefore: event.my_brings, wasWaiting: isWaiting(event) };
    keep(eventId, { ...answer, ...found, sent });
    const isLastChoice = () => {
      const now = find(eventId);
      return now?.status === status && now.brings === brings && now.wait === wait;
    };
    let seat: Seat;
    try {
      seat = await send(eventId, { ...sent, ...(epoch && { epoch }) });
    } catch (cause) {
      // A refusal says nothing about what was chosen since.
      if (isLastChoice()) throw cause;
      return;
    }
    if (this.#maySend()) await onSent(eventId, seat);
    if (isLastChoice()) drop(eventId);
  }

  async #runInOneTab(): Promise<boolean> {
    const { locks } = this.#parts;
    if (!locks) return this.#sendAll();
    let hasLock = false;
    try {
      return await locks.request('hereabouts.answers', { ifAvailable: true }, (lock) => {
        hasLock = true;
        return lock ? this.#sendAll() : true;
      });
    } catch (cause) {
      // Locks are denied along with the storage (PWA-08).
      if (!hasLock) return this.#sendAll();
      throw cause;
    }
  }
}

/** Why to drop the answer instead of sending it; null: send it. */
export function dropReason(answer: QueuedAnswer, event: EventDetail): DropReason | null {
  if (event.is_cancelled) return 'cancelled';
  if (event.has_ended) return 'ended';
  const waits = isWaiting(event);
  const own = answer.sent ? [answer, answer.sent] : [answer];
  const isTaken = ({ status, wait }: PartyAnswer) => (waits ? wait : event.my_status === status);
  const isOtherParty = isOfOtherParty(own, answer.broughtBefore, event.my_brings);
  // The confirmation of an earlier attempt was lost: sending again is harmless, and a later choice follows.
  if (own.some(isTaken)) return isOtherParty ? 'answered_elsewhere' : null;
  const hasMoved =
    Date.parse(event.start_time) !== Date.parse(answer.startTime) ||
    Date.parse(event.end_time) !== Date.parse(answer.endTime);
  const hasLeftQueue = answer.wasWaiting && !waits;
  const isAskedAgain = hasMoved || answer.before !== 'pending' || hasLeftQueue;
  if (event.my_status === 'pending' && isAskedAgain) return 'asked_again';
  // Moving up answers nothing: the queue is left in no other way by itself.
  const before = hasLeftQueue ? 'accepted' : answer.before;
  const isSame = event.my_status === before && !isOtherParty && (waits === answer.wasWaiting || hasLeftQueue);
  return isSame ? null : 'answered_elsewhere';
}

/** Neither the earlier number of people brought along nor one that the person chose since. */
const isOfOtherParty = (own: readonly PartyAnswer[], before: number | undefined, brings: number): boolean =>
  before !== undefined && ![before, ...own.map((answer) => bringsAfter(answer, before))].includes(brings);

/** Also where the server failed: that holds up no other answer. */
const isWorthRetry = (cause: unknown): boolean =>
  isOutcomeUnknown(cause) || isTemporary(cause) || (cause instanceof ApiError && cause.status === 500);

function reasonOf(cause: unknown): DropReason {
  if (isOfOtherEpoch(cause)) return 'outdated';
  const code = cause instanceof ApiError ? cause.code : null;
  if (code === 'not_found' || code === 'forbidden') return 'gone';
  if (code === 'event_full') return 'full';
  if (code === 'event_cancelled') return 'cancelled';
  return code === 'event_ended' ? 'ended' : 'refused';
}
