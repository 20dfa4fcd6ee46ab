import type { Duplex } from 'node:stream';
import { addTo } from '#server/lib/add-to.ts';
import type { HeldMemory } from '#server/rate-limits/held-memory.ts';

const PIECE_BYTES = 512;

export type Reader = {
  readonly stream: Duplex;
  readonly from: string;
  readonly userId: string;
  cut(): void;
};

/** Handles at most `perTick` messages of a network address in a tick of the event loop (a few more if they came in one piece).
 * The rest waits, behind what others have sent. People behind an address take turns. */
export class ReadsPerTick {
  readonly #perTick: number;
  readonly #memory: HeldMemory;
  readonly #taken = new Map<string, number>();
  /** Sockets with unread data behind an address that has used up its messages, by address and person. */
  readonly #waiting = new Map<string, Map<string, Set<Reader>>>();
  #isScheduled = false;
  readonly #dropUnread: (this: Duplex) => void;

  constructor(perTick: number, memory: HeldMemory) {
    this.#perTick = perTick;
    this.#memory = memory;
    this.#dropUnread = function () {
      memory.release(this);
      // Otherwise `ws` would handle all that is left at once.
      this.removeAllListeners('data');
      this.read();
    };
  }

  follow(reader: Reader): void {
    // This listener pauses the stream: data comes only by `read()`.
    reader.stream.on('readable', () => this.#read(reader));
  }

  count(from: string): void {
    addTo(this.#taken, from, 1);
    this.#schedule();
  }

  #hasShareLeft(from: string): boolean {
    return (this.#taken.get(from) ?? 0) < this.#perTick;
  }

  #read(reader: Reader): void {
    if (!this.#waiting.has(reader.from)) {
      while (this.#hasShareLeft(reader.from)) if (!this.#readPiece(reader)) return;
    }
    this.#wait(reader);
  }

  /** False when nothing is left. An incomplete message counts as one. */
  #readPiece({ stream, from }: Reader): boolean {
    if (stream.destroyed) {
      this.#dropUnread.call(stream);
      return false;
    }
    const before = this.#taken.get(from);
    // Without a number it also finds the end.
    const piece: unknown = stream.read(Math.min(PIECE_BYTES, stream.readableLength) || undefined);
    if (piece === null) return false;
    if (this.#taken.get(from) === before) this.count(from);
    return true;
  }

  #wait(reader: Reader): void {
    const { stream, from, userId } = reader;
    const people = this.#waiting.get(from) ?? new Map<string, Set<Reader>>();
    this.#waiting.set(from, people);
    const own = people.get(userId) ?? new Set();
    if (stream.listenerCount('close', this.#dropUnread) === 0) {
      stream.prependListener('close', this.#dropUnread);
    }
    people.set(userId, own.add(reader));
    this.#memory.hold(stream, from, stream.readableLength, () => reader.cut());
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // oxlint-disable-next-line hereabouts/injected-clock -- the end of this tick, not a time
    setImmediate(() => this.#nextTick());
  }

  #nextTick(): void {
    this.#isScheduled = false;
    this.#taken.clear();
    for (const [from, people] of this.#waiting) this.#serve(from, people);
  }

  #serve(from: string, people: Map<string, Set<Reader>>): void {
    for (const [userId, readers] of people) {
      if (!this.#hasShareLeft(from)) return;
      people.delete(userId);
      const [reader] = readers;
      if (reader === undefined) continue;
      readers.delete(reader);
      if (readers.size > 0) people.set(userId, readers);
      this.#memory.release(reader.stream);
      if (this.#readPiece(reader)) this.#wait(reader);
    }
    this.#waiting.delete(from);
  }
}
