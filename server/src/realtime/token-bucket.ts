/** Allows bursts of `burst` and `perSecond` in the long run. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perMs: number;
  #tokens: number;
  #filledAtMs: number;

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.#burst = burst;
    this.#perMs = perSecond / 1_000;
    this.#tokens = burst;
    this.#filledAtMs = nowMs;
  }

  /** Takes one, or says that there is none. */
  take(nowMs: number): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(0, nowMs - this.#filledAtMs) * this.#perMs);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
