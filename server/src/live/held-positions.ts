import type { SessionControl } from '#server/realtime/control.ts';
import { LiveSharer, type LiveFix } from './live-sharer.ts';

/** Session and end of the consent. */
export type Sender = { readonly sessionId: string; readonly untilMs: number };

type Held = {
  sharer: LiveSharer;
  /** Set if the device sent the position to this process; null if another process did. */
  sender: Sender | null;
};

export class HeldPositions {
  readonly #held = new Map<string, Held>();
  readonly #moved = new Set<LiveSharer>();

  get ids(): string[] {
    return [...this.#held.keys()];
  }

  /** Positions received from devices, not from other processes. */
  get hasOwn(): boolean {
    return [...this.#held.values()].some(({ sender }) => sender !== null);
  }

  /** @returns whether the person had none before */
  put(userId: string, fix: LiveFix, sender: Sender | null): boolean {
    const held = this.#held.get(userId);
    const sharer = held?.sharer ?? new LiveSharer(userId, fix);
    this.#moved.add(sharer);
    this.#held.set(userId, { sharer, sender });
    if (held) sharer.put(fix);
    return held === undefined;
  }

  touch(userId: string, atMs: number): void {
    const held = this.#held.get(userId);
    if (held === undefined) return;
    held.sharer.touch(atMs);
    this.#moved.add(held.sharer);
  }

  extend(userId: string, untilMs: number): void {
    const held = this.#held.get(userId);
    if (held?.sender) held.sender = { ...held.sender, untilMs };
  }

  /** @returns whether there was one */
  drop(userId: string): boolean {
    const held = this.#held.get(userId);
    if (held) this.#moved.delete(held.sharer);
    return this.#held.delete(userId);
  }

  clear(): void {
    this.#held.clear();
    this.#moved.clear();
  }

  sharersAmong(userIds: ReadonlySet<string>): Set<LiveSharer> {
    const sharers = new Set<LiveSharer>();
    for (const userId of userIds) {
      const held = this.#held.get(userId);
      if (held) sharers.add(held.sharer);
    }
    return sharers;
  }

  fixedAtMs(userId: string): number | null {
    return this.#held.get(userId)?.sharer.latest.fixedAtMs ?? null;
  }

  *ownFixes(): Iterable<[userId: string, fix: LiveFix, contactAtMs: number]> {
    for (const [userId, { sharer, sender }] of this.#held) {
      if (sender !== null) yield [userId, sharer.latest, sharer.contactAtMs];
    }
  }

  expiredIds(nowMs: number): string[] {
    return this.#idsWhere((_, sender) => sender !== null && nowMs > sender.untilMs);
  }

  idsOfEnded(ended: SessionControl): string[] {
    if (ended.type === 'user_ended') return this.#idsWhere((userId) => userId === ended.userId);
    return this.#idsWhere((_, sender) => sender?.sessionId === ended.sessionId);
  }

  get otherIds(): string[] {
    return this.#idsWhere((_, sender) => sender === null);
  }

  #idsWhere(isMeant: (userId: string, sender: Sender | null) => boolean): string[] {
    return [...this.#held].flatMap(([userId, { sender }]) => (isMeant(userId, sender) ? [userId] : []));
  }

  setBack(byMs: number): void {
    for (const { sharer } of this.#held.values()) sharer.setBack(byMs);
  }

  /** @returns whether viewers get something new */
  step(nowMs: number): boolean {
    let isStale = false;
    for (const sharer of this.#moved) if (sharer.step(nowMs)) isStale = true;
    this.#moved.clear();
    return isStale;
  }
}
