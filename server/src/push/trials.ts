import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

/** Each further endpoint of the service would cost the time-out. */
const SILENCE_PAUSE_MS = 30 * SECOND_MS;
/** Services that have not answered the last time, and whose names anybody can invent. */
const TRIALS_MAX = 5;
const ORIGINS_MAX = 10_000;

export type Trials = {
  /** `trial`: find out whether the service answers; `soon`: another send does; `later`: it is silent, or too many are tried. */
  begin(origin: string, isServiceItself: boolean): 'go' | 'trial' | 'soon' | 'later';
  end(origin: string, hasAnswered: boolean): void;
};

/** Anybody can invent names below a push service's that never answer: a silent service is tried with one push, and few at once,
 * so that no other waits. */
export function createTrials(clock: Clock): Trials {
  const answering = new Set<string>();
  const silentUntilMs = new Map<string, number>();
  /** True: anybody can invent it. */
  const trying = new Map<string, boolean>();
  const countInvented = () => [...trying.values()].filter(Boolean).length;

  return {
    begin(origin, isServiceItself) {
      if ((silentUntilMs.get(origin) ?? 0) > clock.now()) return 'later';
      if (trying.has(origin)) return 'soon';
      if (answering.has(origin) || (isServiceItself && !silentUntilMs.has(origin))) return 'go';
      if (!isServiceItself && countInvented() >= TRIALS_MAX) return 'later';
      trying.set(origin, !isServiceItself);
      return 'trial';
    },
    end(origin, hasAnswered) {
      trying.delete(origin);
      answering.delete(origin);
      silentUntilMs.delete(origin);
      if (hasAnswered) answering.add(origin);
      else silentUntilMs.set(origin, clock.now() + SILENCE_PAUSE_MS);
      dropOldest(answering, ORIGINS_MAX);
      dropOldest(silentUntilMs, ORIGINS_MAX);
    },
  };
}
