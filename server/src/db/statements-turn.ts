import { ageMs } from '#server/clock.ts';

const SHARE = 0.5;
const LEAST_MS = 10;
const MOST_MS = 100;

/** While statements and transactions wait, statements are served after a transaction for half as long as it took, within limits.
 * Matters most on the embedded database, which has one connection. */
export class StatementsTurn {
  #fromMs = -Infinity;
  #forMs = 0;

  beginAfter({ tookMs, nowMs }: { tookMs: number; nowMs: number }): void {
    this.#fromMs = nowMs;
    this.#forMs = Math.min(MOST_MS, Math.max(LEAST_MS, tookMs * SHARE));
  }

  isOn(nowMs: number): boolean {
    return ageMs(nowMs, this.#fromMs) < this.#forMs;
  }
}
