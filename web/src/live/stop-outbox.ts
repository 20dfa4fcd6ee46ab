import { ApiError, isNotFound } from '#web/lib/api/api.ts';
import type { WebClock } from '#web/lib/time/clock.ts';
import { STOPS_PREFIX } from '#web/lib/storage/unsent-keys.ts';
import { retryDelayMs } from '#web/realtime/timing.ts';

/** `sending`: a request is on its way. `waiting`: the last one did not reach the server; another follows. */
export type StopState = 'sending' | 'waiting';

export type StopStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

export type StopParts = {
  /** Null without storage: then a stop lives as long as its page. */
  storage: StopStorage | null;
  clock: Pick<WebClock, 'after'>;
  /** By the server's clock, ms. */
  serverNow: () => number;
  /** `startedAt`: ends consents given up to then, none given later; null: any consent. */
  send: (eventId: number, startedAt: string | null) => Promise<unknown>;
};

/** `startedAt` as it was sent: null when nothing at all is shared at the event any more. */
type OnStopped = (eventId: number, startedAt: string | null) => void;

type Listener = () => void;

const later = (one: string, other?: string | null): string => (other && other > one ? other : one);

/** Unconfirmed stops (LIVE-10), stored per person and retried until confirmed. A pending stop blocks sending at its event. The
 * first request ends any consent; a retry only those given before the stop, because another may have been given since. */
export class StopOutbox {
  readonly #parts: StopParts;
  readonly #listeners = new Set<Listener>();
  #userId = '';
  #onStopped: OnStopped = () => {};
  /** By event: consents given up to this moment are ended by the pending stop. */
  readonly #until = new Map<number, string | null>();
  #pending: ReadonlyMap<number, StopState> = new Map();
  /** Pending, and only in memory: there is no storage, or it is full. */
  readonly #unstored = new Set<number>();
  /** How often the person has stopped sharing at an event, here or in another tab. */
  readonly #presses = new Map<number, number>();
  #tries = 0;
  #cancelRetry = () => {};

  constructor(parts: StopParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly snapshot = (): ReadonlyMap<number, StopState> => this.#pending;

  /** Sends what the signed-in person has stopped; `onStopped` is called for each stop the server has confirmed. */
  start(userId: string, onStopped: OnStopped): () => void {
    if (userId !== this.#userId) this.#reset();
    this.#userId = userId;
    this.#onStopped = onStopped;
    this.refresh();
    return () => {
      // Another page of the same person may take its place.
      queueMicrotask(() => {
        if (this.#onStopped === onStopped) this.#reset();
      });
    };
  }

  #reset(): void {
    this.#cancelRetry();
    this.#userId = '';
    this.#tries = 0;
    this.#onStopped = () => {};
    this.#until.clear();
    this.#unstored.clear();
    this.#set(new Map());
  }

  /** `shownAt`: start of the consent shown to the person. There may be a later one, if the answer to a Start was lost. */
  stop(eventId: number, shownAt = ''): void {
    this.#countPress(eventId);
    this.#keep(eventId, later(shownAt, this.#now()));
    this.#send(eventId, null);
  }

  /** Ends consents given up to `until` (default: now), none given later. */
  stopOnly(eventId: number, until = this.#now()): void {
    this.#keep(eventId, until);
    this.#sendAgain(eventId);
  }

  #now(): string {
    return new Date(this.#parts.serverNow()).toISOString();
  }

  #keep(eventId: number, until: string): void {
    // Another tab may have stopped a later one.
    const startedAt = later(until, this.#stored().get(eventId));
    this.#unstored.add(eventId);
    try {
      this.#parts.storage?.setItem(this.#keyOf(eventId), startedAt);
      if (this.#parts.storage) this.#unstored.delete(eventId);
    } catch {
      // A full storage: it is sent from memory.
    }
    this.#until.set(eventId, startedAt);
  }

  /** For `settleStart`: call it when a consent is sent. */
  pressesOf(eventId: number): number {
    return this.#presses.get(eventId) ?? 0;
  }

  #countPress(eventId: number): void {
    this.#presses.set(eventId, this.pressesOf(eventId) + 1);
  }

  /** The server has taken the consent sent after `presses`. A Stop pressed since ends it too. Gives whether it stands. */
  settleStart(eventId: number, startedAt: string, presses: number): boolean {
    const stands = this.pressesOf(eventId) === presses;
    if (stands) this.#forget(eventId);
    else this.stopOnly(eventId, startedAt);
    return stands;
  }

  #forget(eventId: number): void {
    if (!this.#pending.has(eventId)) return;
    this.#unstored.delete(eventId);
    this.#parts.storage?.removeItem(this.#keyOf(eventId));
    this.#until.delete(eventId);
    const left = new Map(this.#pending);
    left.delete(eventId);
    this.#set(left);
  }

  wake(): void {
    this.#cancelRetry();
    for (const [eventId, state] of this.#pending) if (state === 'waiting') this.#sendAgain(eventId);
  }

  /** Another tab may have stopped something, or reached the server. */
  refresh(): void {
    const stored = this.#stored();
    const stays = (id: number, state: StopState) =>
      state === 'sending' || stored.has(id) || this.#unstored.has(id);
    const next = new Map([...this.#pending].filter(([id, state]) => stays(id, state)));
    for (const [id, startedAt] of stored) {
      if (!next.has(id)) next.set(id, 'waiting');
      if (this.#until.get(id) !== startedAt) this.#countPress(id);
      this.#until.set(id, startedAt);
    }
    this.#set(next);
    this.wake();
  }

  /** By event: consents given up to this moment are stopped; null where an older version of the app has not stored it. */
  #stored(): Map<number, string | null> {
    const { storage } = this.#parts;
    const prefix = this.#keyOf('');
    const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
    const stops = keys
      .filter((key) => key.startsWith(prefix))
      .map((key) => [Number(key.slice(prefix.length)), storage?.getItem(key) || null] as const);
    return new Map(stops.filter(([id]) => Number.isSafeInteger(id) && id > 0));
  }

  #sendAgain(eventId: number): void {
    this.#send(eventId, this.#until.get(eventId) ?? null);
  }

  #send(eventId: number, startedAt: string | null): void {
    if (this.#pending.get(eventId) === 'sending') return;
    const userId = this.#userId;
    const stopped = this.#until.get(eventId) ?? null;
    this.#set(new Map(this.#pending).set(eventId, 'sending'));
    const settle = () => {
      if (userId !== this.#userId) return;
      this.#tries = 0;
      const isOfAnother = (this.#until.get(eventId) ?? null) !== stopped;
      if (isOfAnother && this.#pending.has(eventId)) {
        this.#set(new Map(this.#pending).set(eventId, 'waiting'));
        this.#sendAgain(eventId);
        return;
      }
      this.#forget(eventId);
      this.#onStopped(eventId, startedAt);
    };
    this.#parts.send(eventId, startedAt).then(settle, (cause: unknown) => {
      // A person who cannot see the event cannot share at it. Without a code it is a proxy's answer.
      if (isNotFound(cause)) settle();
      else this.#retry(userId, eventId, cause);
    });
  }

  #retry(userId: string, eventId: number, cause: unknown): void {
    if (userId !== this.#userId || !this.#pending.has(eventId)) return;
    this.#set(new Map(this.#pending).set(eventId, 'waiting'));
    this.#tries += 1;
    const askedMs = cause instanceof ApiError ? (cause.retryAfterMs ?? 0) : 0;
    this.#cancelRetry();
    this.#cancelRetry = this.#parts.clock.after(Math.max(askedMs, retryDelayMs(this.#tries)), () =>
      this.wake(),
    );
  }

  #keyOf(eventId: number | ''): string {
    return `${STOPS_PREFIX}${this.#userId}.${eventId}`;
  }

  #set(pending: ReadonlyMap<number, StopState>): void {
    this.#pending = pending;
    for (const listener of this.#listeners) listener();
  }
}
