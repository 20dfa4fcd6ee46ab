/** Refilling adds fractions: tolerance for rounding. */
const ROUNDING = 1e-9;

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

  take(nowMs: number, cost = 1): boolean {
    this.#fill(nowMs);
    if (this.#tokens < cost - ROUNDING) return false;
    this.#tokens = Math.max(0, this.#tokens - cost);
    return true;
  }

  /** Returns what had no room. */
  refund(nowMs: number, cost = 1): number {
    this.#fill(nowMs);
    const rest = Math.max(0, this.#tokens + cost - this.#burst);
    this.#tokens += cost - rest;
    return rest;
  }

  waitMs(cost = 1): number {
    return Math.max(0, Math.ceil((cost - this.#tokens) / this.#perMs));
  }

  /** A full bucket is like a new one and need not be kept. */
  isFull(nowMs: number): boolean {
    this.#fill(nowMs);
    return this.#tokens >= this.#burst;
  }

  #fill(nowMs: number): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(0, nowMs - this.#filledAtMs) * this.#perMs);
    this.#filledAtMs = nowMs;
  }
}
