import {
  FLAG_CHANGED,
  FLAG_INTRODUCED,
  FLAG_REMOVED,
  FLAG_RESET,
  FRAME_VERSION,
} from '@hereabouts/contract/live-frames';
import { FrameWriter } from './frame-writer.ts';
import type { LiveSharer } from './live-sharer.ts';

/** For one viewer. The result of `frame` must be sent, because later frames are deltas. */
export class FrameEncoder {
  #slots: ({ sharer: LiveSharer; version: number } | null)[] = [];
  #visible: ReadonlySet<LiveSharer> = new Set();
  #rosterChanged = false;
  #frameMs: number | null = null;

  see(sharers: ReadonlySet<LiveSharer>): void {
    this.#visible = sharers;
    this.#rosterChanged = true;
  }

  /** Null without changes; the first frame carries the server's time and is never null. `onlyRemoves`: other changes wait. */
  frame(nowMs: number, onlyRemoves = false): Uint8Array<ArrayBuffer> | null {
    const removed = this.#rosterChanged ? this.#removed() : [];
    const changed = this.#slots.flatMap((slot, index) =>
      !onlyRemoves && slot !== null && slot.version !== slot.sharer.version ? [index] : [],
    );
    const introduced = this.#rosterChanged && !onlyRemoves ? this.#introduced() : [];
    const isFirst = this.#frameMs === null;
    if (!isFirst && removed.length + changed.length + introduced.length === 0) return null;

    const writer = new FrameWriter();
    writer.byte(
      (FRAME_VERSION << 4) |
        (isFirst ? FLAG_RESET : 0) |
        (removed.length > 0 ? FLAG_REMOVED : 0) |
        (changed.length > 0 ? FLAG_CHANGED : 0) |
        (introduced.length > 0 ? FLAG_INTRODUCED : 0),
    );
    if (this.#frameMs === null) writer.uint48(nowMs);
    else writer.signed(nowMs - this.#frameMs);
    this.#frameMs = nowMs;
    if (removed.length > 0) this.#writeRemoved(writer, removed);
    if (changed.length > 0) this.#writeChanged(writer, changed, nowMs);
    if (introduced.length > 0) this.#writeIntroduced(writer, introduced, nowMs);
    while (this.#slots.length > 0 && this.#slots.at(-1) === null) this.#slots.pop();
    // Sharers without a step yet are introduced after the next tick.
    this.#rosterChanged = onlyRemoves || [...this.#visible].some(({ version }) => version === 0);
    return writer.finish();
  }

  #removed(): number[] {
    const removed: number[] = [];
    for (const [index, slot] of this.#slots.entries()) {
      if (slot === null || this.#visible.has(slot.sharer)) continue;
      this.#slots[index] = null;
      removed.push(index);
    }
    return removed;
  }

  #introduced(): LiveSharer[] {
    const known = new Set(this.#slots.map((slot) => slot?.sharer));
    return [...this.#visible].filter((sharer) => sharer.version > 0 && !known.has(sharer));
  }

  #writeRemoved(writer: FrameWriter, removed: readonly number[]): void {
    writer.varint(removed.length);
    for (const index of removed) writer.varint(index);
  }

  #writeChanged(writer: FrameWriter, changed: readonly number[], nowMs: number): void {
    const bitmap = new Uint8Array(Math.ceil(this.#slots.length / 8));
    for (const index of changed) bitmap[index >> 3]! |= 1 << (index & 7);
    writer.bytes(bitmap);
    for (const index of changed) {
      const slot = this.#slots[index];
      if (!slot) continue;
      writer.bytes(slot.sharer.changeSince(slot.version, nowMs));
      slot.version = slot.sharer.version;
    }
  }

  #writeIntroduced(writer: FrameWriter, introduced: readonly LiveSharer[], nowMs: number): void {
    writer.varint(introduced.length);
    let index = 0;
    for (const sharer of introduced) {
      while ((this.#slots[index] ?? null) !== null) index += 1;
      this.#slots[index] = { sharer, version: sharer.version };
      writer.varint(index);
      sharer.introduce(writer, nowMs);
    }
  }
}
