import { ACCURACY_MAX_M, FIX_AGE_MAX_MS, type Position } from '@hereabouts/contract/live';
import type { WebClock } from '#web/lib/time/clock.ts';
import { retryDelayMs } from '#web/realtime/timing.ts';
import type { Fix } from './own-position.ts';
import { dueAtMs, STILL_EVERY_MS, type Sent } from './sending-pace.ts';

export type SenderParts = {
  clock: Pick<WebClock, 'now' | 'after'>;
  /** Null if refused. */
  sendPosition: (position: Position) => Promise<{ isWatched: boolean } | null>;
  /** Called only while `isLastAccepted`. */
  sendStillHere: () => void;
  /** Requests a new fix from the device, which arrives by `setFix`. */
  refresh: () => void;
  /** Like `refresh`, but gets a fix from a stationary device too. */
  restart: () => void;
};

/** A fix from so shortly before the start still tells where the person is. */
const BEFORE_START_MS = 5_000;

/** Sends the position as often as useful (LIVE-07): only while connected, and only the latest. */
export class PositionSender {
  readonly #parts: SenderParts;
  #fix: Fix | null = null;
  /** No fix from before this moment is sent: the consent does not cover it. */
  #fromMs: number;
  /** The last fix from before `#fromMs` while no later one has come, and when the device was asked again because of it. */
  #earlier: Fix | null = null;
  #askedMs = 0;
  #sent: Sent | null = null;
  /** When the last fix that the server took was taken by the device. */
  #acceptedTakenAtMs: number | null = null;
  #isConnected = false;
  #isWatched = true;
  #isBatteryLow = false;
  /** The position whose reply is awaited; null again when the connection changes. */
  #sending: object | null = null;
  /** Sending is due and the last fix was sent: the next one is sent at once. */
  #awaitsFresh = false;
  /** The device was asked because its last fix is too old for the server. */
  #seeksYoung = false;
  /** Refusals in a row, and when the next attempt is allowed. */
  #refusals = 0;
  #notBeforeMs = 0;
  #stopTimer = () => {};

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#fromMs = parts.clock.now() - BEFORE_START_MS;
  }

  /** After a fix from before the start the device is asked again: a standing device keeps reporting an old fix's time. */
  setFix(fix: Fix | null): void {
    const nowMs = this.#parts.clock.now();
    // The device's clock may have been set back, and the fix been taken before that.
    this.#fromMs = Math.min(this.#fromMs, nowMs);
    const isEarlier = (of: Fix) =>
      of === this.#earlier || of.takenAtMs < this.#fromMs || of.takenAtMs > nowMs;
    if (fix === null || !isEarlier(fix)) {
      this.#fix = fix;
      if (fix !== null) this.#earlier = null;
    } else {
      this.#fix = null;
      const isFirst = this.#earlier === null;
      this.#earlier = fix;
      // The new watch may bring old fixes too, before it finds the device.
      if (isFirst) this.#askAgain(this.#parts.restart);
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
    // A new watcher needs a fresh fix: resending the last one would make a silent device look connected.
    if (begins && this.#sending === null && this.#sent && this.#isSent(this.#fix))
      this.#awaitFresh(this.#sent);
    else if (begins) this.resend();
    else this.#plan();
  }

  setBatteryLow(isLow: boolean): void {
    this.#isBatteryLow = isLow;
    this.#plan();
  }

  /** Sends the latest fix and requests a fresh one. */
  resend(): void {
    this.#sent = null;
    this.#notBeforeMs = 0;
    if (this.#isConnected) this.#parts.refresh();
    this.#plan();
  }

  /** Whether the server took the last fix. While it has not, as with one too rough or too old for it, the device may be elsewhere
   * than where the server has it. */
  get isLastAccepted(): boolean {
    return this.#fix !== null && this.#fix.takenAtMs === this.#acceptedTakenAtMs;
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
    if (!this.#isConnected || this.#sending !== null) return;
    if (fix === null) {
      if (this.#earlier !== null) this.#askAgainLater();
      return;
    }
    // The device's clock was set back: the next one would be due much too late.
    if (this.#sent && this.#sent.atMs > this.#parts.clock.now()) this.#sent = null;
    const isAlreadySent = this.#isSent(fix);
    const conditions = { isWatched: this.#isWatched, isBatteryLow: this.#isBatteryLow };
    const due = this.#awaitsFresh && !isAlreadySent ? 0 : dueAtMs(fix, this.#sent, conditions);
    const leftMs = Math.max(due, this.#notBeforeMs) - this.#parts.clock.now();
    if (leftMs > 0) this.#stopTimer = this.#parts.clock.after(leftMs, () => this.#plan());
    else if (isAlreadySent && this.#sent) this.#awaitFresh(this.#sent);
    else this.#send(fix);
  }

  #isSent(fix: Fix | null): boolean {
    return fix !== null && fix.takenAtMs === this.#sent?.fix.takenAtMs;
  }

  #askAgain(look: () => void): void {
    this.#askedMs = this.#parts.clock.now();
    look();
  }

  #askAgainLater(): void {
    const { clock } = this.#parts;
    const leftMs = Math.min(this.#askedMs + STILL_EVERY_MS - clock.now(), STILL_EVERY_MS);
    this.#stopTimer = clock.after(Math.max(leftMs, 0), () => {
      // Not by a new watch, as in `#seekYoung`.
      this.#askAgain(this.#parts.refresh);
      this.#plan();
    });
  }

  #awaitFresh(sent: Sent): void {
    this.#sent = { ...sent, atMs: this.#parts.clock.now() };
    this.#sendStillHere();
    this.#parts.refresh();
    this.#plan();
  }

  /** An old fix alone is no contact of now. */
  #sendStillHere(): void {
    this.#awaitsFresh = true;
    if (this.isLastAccepted) this.#parts.sendStillHere();
  }

  /** A restarted server has no position of a stationary device, whose last fix is too old to send: a new watch obtains one. Only
   * once, as repeated restarts would cut off a slow device. */
  #seekYoung(): void {
    this.#awaitsFresh = true;
    if (this.#seeksYoung) return;
    this.#seeksYoung = true;
    this.#parts.restart();
  }

  #send(fix: Fix): void {
    const { clock } = this.#parts;
    const before = this.#sent;
    this.#awaitsFresh = false;
    this.#sent = { fix, atMs: clock.now() };
    const ageMs = Math.max(clock.now() - fix.takenAtMs, 0);
    const isTooOld = ageMs > FIX_AGE_MAX_MS;
    if (isTooOld) this.#seekYoung();
    else this.#seeksYoung = false;
    // The server would refuse this fix.
    if (isTooOld || fix.accuracyM > ACCURACY_MAX_M) return this.#plan();
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
          this.#acceptedTakenAtMs = fix.takenAtMs;
          if (ageMs > STILL_EVERY_MS) this.#sendStillHere();
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
