/** Passing by is not reading. */
export const READ_AFTER_MS = 400;
/** In a busy chat one marker covers several messages. */
export const READ_EVERY_MS = 2_000;

/** When the next marker of a chat is due: messages that come meanwhile do not put it off. */
export class ReadPace {
  #pending: { isAtBottom: boolean; sinceMs: number } | null = null;
  #sentAtMs = -Infinity;
  #everyMs = READ_EVERY_MS;

  /** Ms until the next marker is due: read at the end of the log, shown elsewhere. */
  waitMs(isAtBottom: boolean, nowMs: number): number {
    if (this.#pending?.isAtBottom !== isAtBottom) this.#pending = { isAtBottom, sinceMs: nowMs };
    // Not later than now, where the clock was set back.
    this.#pending.sinceMs = Math.min(this.#pending.sinceMs, nowMs);
    this.#sentAtMs = Math.min(this.#sentAtMs, nowMs);
    const dueAtMs = Math.max(this.#pending.sinceMs + READ_AFTER_MS, this.#sentAtMs + this.#everyMs);
    return Math.max(dueAtMs - nowMs, 0);
  }

  /** What is not marked yet has been in sight for long enough. */
  hasWaited(nowMs: number): boolean {
    return this.#pending !== null && nowMs - this.#pending.sinceMs >= READ_AFTER_MS;
  }

  /** There is nothing to mark, or nobody looks. */
  rest(): void {
    this.#pending = null;
  }

  sent(nowMs: number): void {
    this.#pending = null;
    this.#sentAtMs = nowMs;
    this.#everyMs = READ_EVERY_MS;
  }

  failed(againAfterMs: number, nowMs: number): void {
    this.#sentAtMs = nowMs;
    this.#everyMs = againAfterMs;
  }
}
