import { DAY_MS } from '@hereabouts/contract/durations';

/** The only source of time. */
export type Clock = {
  /** ms since the Unix epoch. */
  now(): number;
  after(ms: number, task: () => void): () => void;
  every(ms: number, task: () => void): () => void;
};

export type Clocked = { clock: Pick<Clock, 'now'> };

/** A moment in the form of database and contract. @param ms since the Unix epoch */
export const isoOf = (ms: number): string => new Date(ms).toISOString();
export const nowIso = ({ clock }: Clocked): string => isoOf(clock.now());
export const isoAgo = ({ clock }: Clocked, ms: number): string => isoOf(clock.now() - ms);
export const isoIn = ({ clock }: Clocked, ms: number): string => isoOf(clock.now() + ms);

/** ISO time without colons: sorts by time and is valid on every file system. @param ms since the Unix epoch */
export const fileTimeOf = (ms: number): string => isoOf(ms).replaceAll(':', '-');

/** Infinity before `sinceMs`: the clock was set back, and what happened then is of unknown age. */
export const ageMs = (nowMs: number, sinceMs: number): number =>
  nowMs < sinceMs ? Infinity : nowMs - sinceMs;

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

/** The result ends it. */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, DAY_MS);
  return () => clearInterval(timer);
}
