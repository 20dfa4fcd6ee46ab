import { addTo } from '#server/lib/add-to.ts';

/** A process without a message for so long is dropped. */
export const WATCH_KEPT_MS = 30_000;

export class WatchList {
  readonly #here = new Map<string, number>();
  readonly #elsewhere = new Map<string, { userIds: ReadonlySet<string>; lastSeenAtMs: number }>();

  add(userIds: Iterable<string>): void {
    for (const userId of userIds) addTo(this.#here, userId, 1);
  }

  remove(userIds: Iterable<string>): void {
    for (const userId of userIds) addTo(this.#here, userId, -1);
  }

  isWatchedHere(userId: string): boolean {
    return this.#here.has(userId);
  }

  isWatched(userId: string): boolean {
    if (this.#here.has(userId)) return true;
    for (const { userIds } of this.#elsewhere.values()) if (userIds.has(userId)) return true;
    return false;
  }

  receive(process: string, userIds: readonly string[], nowMs: number): void {
    if (userIds.length === 0) this.#elsewhere.delete(process);
    else this.#elsewhere.set(process, { userIds: new Set(userIds), lastSeenAtMs: nowMs });
  }

  expire(nowMs: number): void {
    for (const [process, { lastSeenAtMs }] of this.#elsewhere) {
      if (nowMs - lastSeenAtMs > WATCH_KEPT_MS) this.#elsewhere.delete(process);
    }
  }
}
