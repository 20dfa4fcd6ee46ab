import { APPROXIMATE_FROM_M } from '@hereabouts/contract/live';
import {
  accuracyCode,
  accuracyOfCode,
  AGE_UNIT_MS,
  CONTACT,
  ESCAPE,
  EXTRA_ACCURACY,
  EXTRA_AGE,
  EXTRA_FIX,
  EXTRA_LARGE,
  FLAG_CHANGED,
  FLAG_INTRODUCED,
  FLAG_REMOVED,
  FLAG_RESET,
  FRAME_VERSION,
  IMPLIED_AGE_MAX_MS,
  STEPS_PER_DEGREE,
} from '@hereabouts/contract/live-frames';

/** A position rounded for the wire. `fixedAtMs` is on the server's clock. */
export type LiveFix = {
  readonly latitudeSteps: number;
  readonly longitudeSteps: number;
  readonly accuracyCode: number;
  readonly fixedAtMs: number;
};

export const quantise = (fix: {
  latitude: number;
  longitude: number;
  accuracyM: number;
  fixedAtMs: number;
}): LiveFix => ({
  latitudeSteps: Math.round(fix.latitude * STEPS_PER_DEGREE),
  longitudeSteps: Math.round(fix.longitude * STEPS_PER_DEGREE),
  accuracyCode: accuracyCode(fix.accuracyM),
  fixedAtMs: fix.fixedAtMs,
});

const SMALL_MAX = 7;
/** Smaller changes are jitter and not sent, unless they change the precision class. */
const ACCURACY_RATIO_IGNORED = 1.2;
const isApproximate = (code: number): boolean => accuracyOfCode(code) >= APPROXIMATE_FROM_M;
function steadyCode(published: number, code: number): number {
  const ratio = accuracyOfCode(code) / accuracyOfCode(published);
  const ignored = ratio <= ACCURACY_RATIO_IGNORED && ratio >= 1 / ACCURACY_RATIO_IGNORED;
  return ignored && isApproximate(code) === isApproximate(published) ? published : code;
}

/** One sharer, encoded once a tick for all viewers. `put` keeps the latest fix, `step` makes it the one sent. */
export class LiveSharer {
  readonly userId: string;
  readonly #id: Uint8Array;
  #latestFix: LiveFix;
  #sentFix: LiveFix | null = null;
  #version = 0;
  #change: Uint8Array = new Uint8Array();
  #changedAtMs = Number.NaN;
  #encodedAtMs = Number.NaN;
  #fix: Uint8Array = new Uint8Array();
  #contactAtMs: number;
  #isInContact = false;

  constructor(userId: string, fix: LiveFix) {
    this.userId = userId;
    this.#id = bytesOfUuid(userId);
    this.#latestFix = fix;
    this.#contactAtMs = fix.fixedAtMs;
  }

  /** Of the last contact, with or without a fix. */
  get contactAtMs(): number {
    return this.#contactAtMs;
  }

  /** The device has not moved since its latest fix. */
  touch(atMs: number): void {
    if (atMs <= this.#contactAtMs) return;
    this.#contactAtMs = atMs;
    this.#isInContact = true;
  }

  /** The latest fix, sent or not. */
  get latest(): LiveFix {
    return this.#latestFix;
  }

  /** Increases with each sent change; 0 before the first `step`. */
  get version(): number {
    return this.#version;
  }

  put(fix: LiveFix): void {
    if (fix.fixedAtMs >= this.#latestFix.fixedAtMs) this.#latestFix = fix;
    this.touch(fix.fixedAtMs);
  }

  /** Whether there is a change to send. */
  step(nowMs: number): boolean {
    const [latest, sent] = [this.#latestFix, this.#sentFix];
    const isInContact = this.#isInContact;
    this.#isInContact = false;
    if (latest === sent) return isInContact && this.#stepContact(nowMs);
    this.#version += 1;
    if (sent !== null) {
      this.#latestFix = { ...latest, accuracyCode: steadyCode(sent.accuracyCode, latest.accuracyCode) };
      this.#change = encodeChange(sent, this.#latestFix, nowMs);
      this.#changedAtMs = nowMs;
    }
    this.#sentFix = this.#latestFix;
    this.#encodedAtMs = Number.NaN;
    return true;
  }

  #stepContact(nowMs: number): true {
    this.#version += 1;
    this.#change = Uint8Array.of(ESCAPE | CONTACT);
    this.#changedAtMs = nowMs;
    this.#encodedAtMs = Number.NaN;
    return true;
  }

  /** The bytes that update a viewer from `version`, at the tick of `nowMs`. */
  changeSince(version: number, nowMs: number): Uint8Array {
    if (version === this.#version - 1 && nowMs === this.#changedAtMs) return this.#change;
    return Uint8Array.of(ESCAPE | EXTRA_FIX, ...this.#fixAt(nowMs));
  }

  introduce(writer: FrameWriter, nowMs: number): void {
    writer.bytes(this.#id);
    writer.bytes(this.#fixAt(nowMs));
  }

  #fixAt(nowMs: number): Uint8Array {
    if (this.#encodedAtMs !== nowMs) {
      this.#encodedAtMs = nowMs;
      this.#fix = encodeFix(this.#sentFix ?? this.#latestFix, this.#contactAtMs, nowMs);
    }
    return this.#fix;
  }
}

/** One viewer. `see` sets the visible sharers; the result of `frame` must be sent, because later frames are deltas. */
export class FrameEncoder {
  #slots: ({ sharer: LiveSharer; version: number } | null)[] = [];
  #visible: ReadonlySet<LiveSharer> = new Set();
  #rosterChanged = false;
  #frameMs: number | null = null;

  see(sharers: ReadonlySet<LiveSharer>): void {
    this.#visible = sharers;
    this.#rosterChanged = true;
  }

  /** Null without changes. The first frame is never null: it carries the server's time. `onlyRemoves`: what there is to see
   * waits for a later one. */
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

  /** Frees the slots of sharers who are no longer visible. */
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

function encodeChange(from: LiveFix, to: LiveFix, nowMs: number): Uint8Array {
  const north = to.latitudeSteps - from.latitudeSteps;
  const east = to.longitudeSteps - from.longitudeSteps;
  const ageMs = Math.max(0, nowMs - to.fixedAtMs);
  const isSmall = Math.abs(north) <= SMALL_MAX && Math.abs(east) <= SMALL_MAX;
  const extras =
    (isSmall ? 0 : EXTRA_LARGE) |
    (to.accuracyCode === from.accuracyCode ? 0 : EXTRA_ACCURACY) |
    (ageMs <= IMPLIED_AGE_MAX_MS ? 0 : EXTRA_AGE);
  const writer = new FrameWriter();
  if (extras !== 0) writer.byte(ESCAPE | extras);
  if (isSmall) {
    writer.byte(((north & 15) << 4) | (east & 15));
  } else {
    writer.signed(north);
    writer.signed(east);
  }
  if (extras & EXTRA_ACCURACY) writer.byte(to.accuracyCode);
  if (extras & EXTRA_AGE) writer.varint(Math.round(ageMs / AGE_UNIT_MS));
  return writer.finish();
}

function encodeFix(fix: LiveFix, contactAtMs: number, nowMs: number): Uint8Array {
  const writer = new FrameWriter();
  writer.int32(fix.latitudeSteps);
  writer.int32(fix.longitudeSteps);
  writer.byte(fix.accuracyCode);
  writer.varint(Math.round(Math.max(0, nowMs - fix.fixedAtMs) / AGE_UNIT_MS));
  writer.varint(Math.round(Math.max(0, nowMs - contactAtMs) / AGE_UNIT_MS));
  return writer.finish();
}

function bytesOfUuid(uuid: string): Uint8Array {
  const hex = uuid.replaceAll('-', '');
  return Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

const INITIAL_BYTES = 64;
const NUMBER_MAX_BYTES = 8;

class FrameWriter {
  #bytes = new Uint8Array(INITIAL_BYTES);
  #length = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  int32(value: number): void {
    for (const shift of [24, 16, 8, 0]) this.byte((value >> shift) & 255);
  }

  uint48(value: number): void {
    const high = Math.floor(value / 2 ** 32);
    this.byte((high >> 8) & 255);
    this.byte(high & 255);
    this.int32((value % 2 ** 32) | 0);
  }

  varint(value: number): void {
    this.#reserve(NUMBER_MAX_BYTES);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) | 128;
    this.#bytes[this.#length++] = rest;
  }

  signed(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
