import type { ChatMessage } from '@hereabouts/contract/chat';
import { retryDelayMs } from '#web/realtime/timing.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

/** Result of an attempt. `later`: unreachable, or asked to wait `waitMs`; `refused`: this message; `taken`:
 * under this id; `lost`: no more access to the chat; `outdated`: written under another epoch. */
export type SendResult =
  | { kind: 'stored'; message: ChatMessage }
  | { kind: 'refused' | 'taken' }
  | { kind: 'lost' | 'outdated' }
  | { kind: 'later'; waitMs?: number | undefined };

export type SenderParts = {
  outbox: Outbox;
  send: (entry: OutboxEntry) => Promise<SendResult>;
  /** Whether the outbox's person is still the one who is signed in. */
  isCurrent: () => boolean;
  /** Null where the browser has none: the server stores a message once all the same. */
  locks: Pick<LockManager, 'request'> | null;
  after: (delayMs: number, run: () => void) => () => void;
  onStored: (entry: OutboxEntry, message: ChatMessage) => void;
  onRefused: (entry: OutboxEntry) => void;
  /** Access is lost: `count` messages that waited are kept as refused. */
  onLost: (eventId: number, count: number) => void;
  /** A backup has been restored since `count` messages were written, which are dropped. */
  onOutdated: (count: number) => void;
};

/** A tab that sleeps with the lock must not keep the others from sending for longer than this. */
const LOCK_WAIT_MS = 10_000;

/** Sends what waits, one after the other in order, in one tab at a time. It holds the lock only while it sends: a tab in
 * the background may be put to sleep. */
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

  /** Something was written, or the network may be back. */
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

  #next(): OutboxEntry | undefined {
    return this.#parts.outbox.entries.find(({ state }) => state === 'waiting');
  }

  async #sendAll(): Promise<void> {
    const { outbox, send } = this.#parts;
    // Another tab may have sent some of it while this one waited for its turn.
    outbox.refresh();
    for (let entry = this.#next(); entry && this.#maySend(); entry = this.#next()) {
      const result = await send(entry);
      if (result.kind === 'later') {
        this.#tryLater(result.waitMs);
        return;
      }
      this.#tries = 0;
      outbox.setStalled(false);
      this.#settle(entry, result);
    }
  }

  #maySend(): boolean {
    return !this.#isStopped && this.#parts.isCurrent();
  }

  #settle(entry: OutboxEntry, result: Exclude<SendResult, { kind: 'later' }>): void {
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

  #tryLater(waitMs: number | undefined): void {
    if (this.#isStopped) return;
    if (waitMs !== undefined) {
      // The server was reached: no further back-off, and no lost connection.
      this.#stopRetry = this.#parts.after(waitMs, () => this.wake());
      return;
    }
    this.#parts.outbox.setStalled(true);
    this.#tries += 1;
    this.#stopRetry = this.#parts.after(retryDelayMs(this.#tries), () => this.wake());
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
