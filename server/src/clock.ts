/** The only source of time. Production code never reads the system clock or sets a timer past it. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Runs `task` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, task: () => void): () => void;
  /** Runs `task` every `ms` milliseconds; the returned function stops it. */
  every(ms: number, task: () => void): () => void;
};

/** The present moment as the database and the wire write it. */
export const nowIso = ({ clock }: { clock: Pick<Clock, 'now'> }): string =>
  new Date(clock.now()).toISOString();

/** Timers are unreferenced: a pending one never keeps the process alive. */
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
