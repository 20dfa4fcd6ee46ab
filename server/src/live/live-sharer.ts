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
  IMPLIED_AGE_MAX_MS,
  STEPS_PER_DEGREE,
} from '@hereabouts/contract/live-frames';
import { FrameWriter } from './frame-writer.ts';

/** Rounded for the wire. `fixedAtMs` is on the server's clock. */
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
/** Smaller changes are jitter, unless they change the precision class. */
const ACCURACY_RATIO_IGNORED = 1.2;
const isApproximate = (code: number): boolean => accuracyOfCode(code) >= APPROXIMATE_FROM_M;
function steadyCode(published: number, code: number): number {
  const ratio = accuracyOfCode(code) / accuracyOfCode(published);
  const ignored = ratio <= ACCURACY_RATIO_IGNORED && ratio >= 1 / ACCURACY_RATIO_IGNORED;
  return ignored && isApproximate(code) === isApproximate(published) ? published : code;
}

/** Encoded once a tick for all viewers. `put` keeps the latest fix, `step` makes it the one sent. */
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

  /** With or without a fix. */
  get contactAtMs(): number {
    return this.#contactAtMs;
  }

  touch(atMs: number): void {
    if (atMs <= this.#contactAtMs) return;
    this.#contactAtMs = atMs;
    this.#isInContact = true;
  }

  get latest(): LiveFix {
    return this.#latestFix;
  }

  /** Increases with each sent change; 0 before the first `step`. */
  get version(): number {
    return this.#version;
  }

  /** A page may send an old fix again without having heard of the device since. */
  put(fix: LiveFix): void {
    if (fix.fixedAtMs >= this.#latestFix.fixedAtMs) this.#latestFix = fix;
    this.touch(fix.fixedAtMs);
  }

  /** For a clock that was set back: earlier times would be in the future. */
  setBack(byMs: number): void {
    const shift = (fix: LiveFix): LiveFix => ({ ...fix, fixedAtMs: fix.fixedAtMs - byMs });
    const isSent = this.#latestFix === this.#sentFix;
    this.#latestFix = shift(this.#latestFix);
    if (this.#sentFix !== null) this.#sentFix = isSent ? this.#latestFix : shift(this.#sentFix);
    this.#contactAtMs -= byMs;
    this.#encodedAtMs = Number.NaN;
  }

  step(nowMs: number): boolean {
    const [latest, sent] = [this.#latestFix, this.#sentFix];
    const isInContact = this.#isInContact;
    this.#isInContact = false;
    if (latest === sent) return isInContact && this.#stepContact(nowMs);
    this.#version += 1;
    if (sent !== null)
      this.#latestFix = { ...latest, accuracyCode: steadyCode(sent.accuracyCode, latest.accuracyCode) };
    this.#sentFix = this.#latestFix;
    this.#encodedAtMs = Number.NaN;
    if (sent !== null) {
      this.#change = this.#isHeardNow(nowMs)
        ? encodeChange(sent, this.#latestFix, nowMs)
        : this.#wholeFix(nowMs);
      this.#changedAtMs = nowMs;
    }
    return true;
  }

  #stepContact(nowMs: number): true {
    this.#version += 1;
    this.#encodedAtMs = Number.NaN;
    this.#change = this.#isHeardNow(nowMs) ? Uint8Array.of(ESCAPE | CONTACT) : this.#wholeFix(nowMs);
    this.#changedAtMs = nowMs;
    return true;
  }

  /** A contact told of by another process may be long past. */
  #isHeardNow(nowMs: number): boolean {
    return nowMs - this.#contactAtMs <= IMPLIED_AGE_MAX_MS;
  }

  changeSince(version: number, nowMs: number): Uint8Array {
    if (version === this.#version - 1 && nowMs === this.#changedAtMs) return this.#change;
    return this.#wholeFix(nowMs);
  }

  introduce(writer: FrameWriter, nowMs: number): void {
    writer.bytes(this.#id);
    writer.bytes(this.#fixAt(nowMs));
  }

  #wholeFix(nowMs: number): Uint8Array {
    return Uint8Array.of(ESCAPE | EXTRA_FIX, ...this.#fixAt(nowMs));
  }

  #fixAt(nowMs: number): Uint8Array {
    if (this.#encodedAtMs !== nowMs) {
      this.#encodedAtMs = nowMs;
      this.#fix = encodeFix(this.#sentFix ?? this.#latestFix, this.#contactAtMs, nowMs);
    }
    return this.#fix;
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
