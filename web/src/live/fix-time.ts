import { HOUR_MS } from '@hereabouts/contract/durations';
import type { WebClock } from '#web/lib/time/clock.ts';

/** How long something newer may take to come: iPhones answer first with what they have kept, which may be from elsewhere. */
const NEWER_WITHIN_MS = 3_000;
/** The first fixes of a watch are never older: a larger age means another clock, or one that the device has kept. */
const OLDEST_MS = HOUR_MS;

/** A position request, or the start of a watch. Fixes measured before it are old; one is dated to the request if nothing newer
 * arrives within `NEWER_WITHIN_MS`. */
export class PositionRequest {
  readonly atMs: number;
  readonly #fromMs: number;
  #believed: { ownMs: number; takenAtMs: number } | null = null;
  #isOtherClock = false;

  constructor(atMs: number, { isFirst = false } = {}) {
    this.atMs = atMs;
    this.#fromMs = isFirst ? atMs - OLDEST_MS : atMs;
  }

  /** When a fix with this time was taken, on this device's clock; null for an old one that may yet be replaced. */
  timeOf(ownMs: number, nowMs: number): number | null {
    if (ownMs > nowMs) return nowMs;
    if (this.#believed === null) return ownMs >= this.#fromMs ? ownMs : null;
    // Newer than the accepted fix but older than the request: the device uses another clock, such as one since its own start.
    if (ownMs > this.#believed.ownMs && (this.#isOtherClock || ownMs < this.#fromMs)) {
      this.#isOtherClock = true;
      this.#believed = { ownMs, takenAtMs: nowMs };
    }
    return ownMs === this.#believed.ownMs ? this.#believed.takenAtMs : ownMs;
  }

  believe(ownMs: number): void {
    this.#believed = { ownMs, takenAtMs: this.atMs };
  }
}

type OnBelieved = (position: GeolocationPosition, request: PositionRequest) => void;

/** Keeps the latest old fix until nothing newer has come for a while: only then the device stands still where it was. */
export class OldFix {
  readonly #clock: Pick<WebClock, 'now' | 'after'>;
  readonly #onBelieved: OnBelieved;
  #kept: { position: GeolocationPosition; request: PositionRequest } | null = null;
  /** The newest own time of all accepted fixes. */
  #newestMs = -Infinity;
  #stopTimer = () => {};

  constructor(clock: Pick<WebClock, 'now' | 'after'>, onBelieved: OnBelieved) {
    this.#clock = clock;
    this.#onBelieved = onBelieved;
  }

  keep(position: GeolocationPosition, request: PositionRequest): void {
    // Taken before this device's clock was set back.
    if (this.#newestMs > this.#clock.now()) this.#newestMs = -Infinity;
    if (position.timestamp < this.#newestMs) return;
    const kept = this.#kept;
    if (kept === null) this.#stopTimer = this.#clock.after(NEWER_WITHIN_MS, () => this.#believe());
    else if (position.timestamp < kept.position.timestamp) return;
    // The watch and a request may get the same fix, in any order: it counts for the later request.
    this.#kept = {
      position,
      request: kept !== null && kept.request.atMs > request.atMs ? kept.request : request,
    };
  }

  /** A fix that is not old has come; `ownMs`: its own time. */
  replaceBy(ownMs: number): void {
    this.#newestMs = Math.max(this.#newestMs, ownMs);
    if (this.#kept !== null && ownMs > this.#kept.position.timestamp) this.forget();
  }

  forget(): void {
    this.#stopTimer();
    this.#kept = null;
  }

  #believe(): void {
    if (this.#kept === null) return;
    const { position, request } = this.#kept;
    this.#kept = null;
    this.#newestMs = position.timestamp;
    request.believe(position.timestamp);
    this.#onBelieved(position, request);
  }
}
