/** The only source of time: production code never uses the system clock or timers directly. */
export type Clock = {
  /** ms since the Unix epoch. */
  now(): number;
  after(ms: number, task: () => void): () => void;
  every(ms: number, task: () => void): () => void;
};

export const nowIso = ({ clock }: { clock: Pick<Clock, 'now'> }): string =>
  new Date(clock.now()).toISOString();

/** Unreferenced timers: they never keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
  every(ms, task) {
    const timer = setInterval(task, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
