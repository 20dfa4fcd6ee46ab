/** A process that has not said so for this long watches nobody any more. */
export const WATCH_KEPT_MS = 30_000;

/** Who is looked at: by how many members here, and by which other processes. */
export class WatchList {
  readonly #here = new Map<string, number>();
  readonly #elsewhere = new Map<string, { userIds: ReadonlySet<string>; heardAtMs: number }>();

  add(userIds: Iterable<string>): void {
    for (const userId of userIds) this.#here.set(userId, (this.#here.get(userId) ?? 0) + 1);
  }

  remove(userIds: Iterable<string>): void {
    for (const userId of userIds) {
      const left = (this.#here.get(userId) ?? 0) - 1;
      if (left > 0) this.#here.set(userId, left);
      else this.#here.delete(userId);
    }
  }

  isWatchedHere(userId: string): boolean {
    return this.#here.has(userId);
  }

  isWatched(userId: string): boolean {
    if (this.#here.has(userId)) return true;
    for (const { userIds } of this.#elsewhere.values()) if (userIds.has(userId)) return true;
    return false;
  }

  hear(process: string, userIds: readonly string[], nowMs: number): void {
    if (userIds.length === 0) this.#elsewhere.delete(process);
    else this.#elsewhere.set(process, { userIds: new Set(userIds), heardAtMs: nowMs });
  }

  /** Forgets processes that are gone. */
  expire(nowMs: number): void {
    for (const [process, { heardAtMs }] of this.#elsewhere) {
      if (nowMs - heardAtMs > WATCH_KEPT_MS) this.#elsewhere.delete(process);
    }
  }
}
