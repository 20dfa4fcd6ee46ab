type Clock = () => number;
let clock: Clock = () => Date.now();

/** For tests and the component page. */
export function setClock(next: Clock): void {
  clock = next;
}

/** Milliseconds since the epoch. */
export function now(): number {
  return clock();
}

/** Time and timers for code outside React; each timer gives back how to stop it. */
export type WebClock = {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
  every(intervalMs: number, run: () => void): () => void;
};

export const webClock: WebClock = {
  now,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every(intervalMs, run) {
    const timer = setInterval(run, intervalMs);
    return () => clearInterval(timer);
  },
};
