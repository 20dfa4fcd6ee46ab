import { ACCURACY_MAX_M, FIX_AGE_MAX_MS, type Position } from '@hereabouts/contract/live';
import type { WebClock } from '#web/lib/time/clock.ts';
import { retryDelayMs } from '#web/realtime/timing.ts';
import type { Fix } from './own-position.ts';
import { dueAtMs, type Sent } from './sending-pace.ts';

export type SenderParts = {
  clock: Pick<WebClock, 'now' | 'after'>;
  /** Sends the position; null if refused. */
  sendPosition: (position: Position) => Promise<{ isWatched: boolean } | null>;
  /** Called only after the last fix was sent. */
  sendStillHere: () => void;
  /** Has the device look again; a fix that comes of it arrives by `setFix`. */
  refresh: () => void;
};

/** "Locate me" so shortly before the start still tells where the person is. */
const BEFORE_START_MS = 5_000;

/** Sends the device's place as often as it is of use (LIVE-07): only while connected, and always only the latest. */
export class PositionSender {
  readonly #parts: SenderParts;
  #fix: Fix | null = null;
  /** A consent covers no fix that was taken before it. */
  #fromMs: number;
  /** The last fix from before, for which the device was asked again. */
  #earlier: Fix | null = null;
  #sent: Sent | null = null;
  #isConnected = false;
  #isWatched = true;
  #isBatteryLow = false;
  /** The position whose reply is awaited; another connection awaits none. */
  #sending: object | null = null;
  /** Sending is due and the last fix was sent: the next one is sent at once. */
  #awaitsFresh = false;
  /** How often in a row the server has not taken it, and when it may be tried again. */
  #refusals = 0;
  #notBeforeMs = 0;
  #stopTimer = () => {};

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#fromMs = parts.clock.now() - BEFORE_START_MS;
  }

  /** One from before the start is not sent, but a device that stands still may give an old time until it is asked again. */
  setFix(fix: Fix | null): void {
    const { clock, refresh } = this.#parts;
    // The device's clock may have been set back.
    this.#fromMs = Math.min(this.#fromMs, clock.now());
    const isEarlier = fix !== null && fix.takenAtMs < this.#fromMs;
    this.#fix = isEarlier ? null : fix;
    if (isEarlier && fix !== this.#earlier) {
      // Once for each: in a cellar, asking again only makes the watch fail again.
      this.#earlier = fix;
      refresh();
    }
    this.#plan();
  }

  /** After a reconnect the server has no position: the latest is sent at once. */
  setConnected(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    this.#sending = null;
    this.resend();
  }

  setWatched(isWatched: boolean): void {
    const begins = isWatched && !this.#isWatched;
    this.#isWatched = isWatched;
    // A new watcher gets a current position.
    if (begins) this.resend();
    else this.#plan();
  }

  setBatteryLow(isLow: boolean): void {
    this.#isBatteryLow = isLow;
    this.#plan();
  }

  /** Sends the latest fix and requests a fresh one, as when the page is shown again. */
  resend(): void {
    this.#sent = null;
    this.#notBeforeMs = 0;
    if (this.#isConnected) this.#parts.refresh();
    this.#plan();
  }

  stop(): void {
    this.#stopTimer();
    this.#isConnected = false;
    this.#sending = null;
    this.#fix = null;
  }

  #plan(): void {
    this.#stopTimer();
    const fix = this.#fix;
    if (fix === null || !this.#isConnected || this.#sending !== null) return;
    // The device's clock was set back: by that time the next one would be due much too late.
    if (this.#sent && this.#sent.atMs > this.#parts.clock.now()) this.#sent = null;
    const isAlreadySent = fix.takenAtMs === this.#sent?.fix.takenAtMs;
    const conditions = { isWatched: this.#isWatched, isBatteryLow: this.#isBatteryLow };
    const due = this.#awaitsFresh && !isAlreadySent ? 0 : dueAtMs(fix, this.#sent, conditions);
    const leftMs = Math.max(due, this.#notBeforeMs) - this.#parts.clock.now();
    if (leftMs > 0) this.#stopTimer = this.#parts.clock.after(leftMs, () => this.#plan());
    else if (isAlreadySent && this.#sent) this.#awaitFresh(this.#sent);
    else this.#send(fix);
  }

  /** The server has this fix and its age. */
  #awaitFresh(sent: Sent): void {
    this.#awaitsFresh = true;
    this.#sent = { ...sent, atMs: this.#parts.clock.now() };
    this.#parts.sendStillHere();
    this.#parts.refresh();
    this.#plan();
  }

  #send(fix: Fix): void {
    const { clock } = this.#parts;
    const before = this.#sent;
    this.#awaitsFresh = false;
    this.#sent = { fix, atMs: clock.now() };
    const ageMs = Math.max(clock.now() - fix.takenAtMs, 0);
    // The server would refuse this fix.
    if (ageMs > FIX_AGE_MAX_MS || fix.accuracyM > ACCURACY_MAX_M) return this.#plan();
    const sending = {};
    this.#sending = sending;
    const { latitude, longitude, accuracyM } = fix;
    void this.#parts
      .sendPosition({ latitude, longitude, accuracy: accuracyM, age_ms: ageMs })
      .then((reply) => {
        if (this.#sending !== sending) return;
        this.#sending = null;
        if (reply) {
          this.#isWatched = reply.isWatched;
          this.#refusals = 0;
        } else {
          // Refused: the server still holds the previous fix. It may have been rechecking access.
          this.#sent = before;
          this.#refusals += 1;
          this.#notBeforeMs = clock.now() + retryDelayMs(this.#refusals);
        }
        this.#plan();
      });
  }
}
