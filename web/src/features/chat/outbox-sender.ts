import type { ChatMessage } from '@hereabouts/contract/chat';
import { retryDelayMs } from '#web/realtime/timing.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

/** Result of an attempt. `unreachable`: the server did not answer or is not ready; `limited`: it asks to wait; `refused`: the
 * message is; `taken`: its id is; `lost`: the chat can no longer be read or written; `outdated`: written under another epoch. */
export type SendResult =
  | { kind: 'stored'; message: ChatMessage }
  | { kind: 'refused' | 'taken' }
  | { kind: 'lost' | 'outdated' }
  | { kind: 'unreachable' }
  | { kind: 'limited'; waitMs: number };

export type SenderParts = {
  outbox: Outbox;
  send: (entry: OutboxEntry) => Promise<SendResult>;
  isCurrent: () => boolean;
  /** Null where the browser has none: the server stores a message once all the same. */
  locks: Pick<LockManager, 'request'> | null;
  after: (delayMs: number, run: () => void) => () => void;
  onStored: (entry: OutboxEntry, message: ChatMessage) => void;
  onRefused: (entry: OutboxEntry) => void;
  /** The chat is lost: `count` messages that waited are kept as refused. */
  onLost: (eventId: number, count: number) => void;
  /** A backup has been restored since `count` messages were written, which are dropped. */
  onOutdated: (count: number) => void;
};

/** A tab that sleeps with the lock must not keep the others from sending for longer than this. */
const LOCK_WAIT_MS = 10_000;

/** Sends waiting messages in order, in one tab at a time; a rate-limited chat does not delay the others. It holds the lock only
 * while sending: a background tab may be put to sleep. */
export class OutboxSender {
  readonly #parts: SenderParts;
  #isRunning = false;
  #isAskedAgain = false;
  #isStopped = false;
  #tries = 0;
  #stopRetry: () => void = () => {};

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  wake(): void {
    if (this.#isRunning) {
      this.#isAskedAgain = true;
      return;
    }
    if (!this.#next()) return;
    this.#stopRetry();
    this.#isRunning = true;
    this.#isAskedAgain = false;
    void this.#inTurn(() => this.#sendAll()).finally(() => {
      this.#isRunning = false;
      if (this.#isAskedAgain) this.wake();
    });
  }

  /** Sends no further message, now or later; the answer to the one being sent is still recorded. */
  stop(): void {
    this.#isStopped = true;
    this.#stopRetry();
  }

  #next(heldChats: ReadonlySet<number> = new Set()): OutboxEntry | undefined {
    return this.#parts.outbox.entries.find(
      ({ state, eventId }) => state === 'waiting' && !heldChats.has(eventId),
    );
  }

  async #sendAll(): Promise<void> {
    const { outbox, send } = this.#parts;
    // Another tab may have sent some of it while this one waited for its turn.
    outbox.refresh();
    const heldChats = new Set<number>();
    let shortestWaitMs = Infinity;
    for (let entry = this.#next(); entry && this.#maySend(); entry = this.#next(heldChats)) {
      const result = await send(entry);
      if (result.kind === 'unreachable') return this.#backOff();
      this.#tries = 0;
      outbox.setStalled(false);
      if (result.kind === 'limited') {
        heldChats.add(entry.eventId);
        shortestWaitMs = Math.min(shortestWaitMs, result.waitMs);
      } else this.#settle(entry, result);
    }
    if (heldChats.size > 0) this.#wakeIn(shortestWaitMs);
  }

  #maySend(): boolean {
    return !this.#isStopped && this.#parts.isCurrent();
  }

  #settle(entry: OutboxEntry, result: Exclude<SendResult, { kind: 'unreachable' | 'limited' }>): void {
    const { outbox, onStored, onRefused, onLost, onOutdated } = this.#parts;
    if (result.kind === 'stored') {
      outbox.markStored(entry.id, result.message.seq);
      onStored(entry, result.message);
    } else if (result.kind === 'lost') {
      // The texts stay (CHAT-05): the right to write may come back.
      const waiting = outbox.entries.filter(
        ({ eventId, state }) => eventId === entry.eventId && state === 'waiting',
      );
      for (const { id } of waiting) outbox.refuse(id, 'refused');
      onLost(entry.eventId, waiting.length);
    } else if (result.kind === 'outdated') {
      const outdated = outbox.entries.filter(
        ({ epoch, state }) => epoch === entry.epoch && state !== 'stored',
      );
      outbox.remove(outdated.map(({ id }) => id));
      onOutdated(outdated.length);
    } else {
      outbox.refuse(entry.id, result.kind);
      onRefused(entry);
    }
  }

  #backOff(): void {
    if (this.#isStopped) return;
    this.#parts.outbox.setStalled(true);
    this.#tries += 1;
    this.#wakeIn(retryDelayMs(this.#tries));
  }

  #wakeIn(delayMs: number): void {
    if (!this.#isStopped) this.#stopRetry = this.#parts.after(delayMs, () => this.wake());
  }

  async #inTurn(run: () => Promise<void>): Promise<void> {
    const { locks, outbox, after } = this.#parts;
    if (!locks) return run();
    const patience = new AbortController();
    const stopWaiting = after(LOCK_WAIT_MS, () => patience.abort());
    let hasRun = false;
    try {
      await locks.request(`hereabouts.outbox.${outbox.userId}`, { signal: patience.signal }, () => {
        stopWaiting();
        hasRun = true;
        return run();
      });
    } catch (cause) {
      if (hasRun) throw cause;
      await run();
    }
  }
}
