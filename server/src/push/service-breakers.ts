import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

/** Without the pause each further endpoint of a silent service would take the whole time-out. */
const SILENCE_PAUSE_MS = 30 * SECOND_MS;
/** Trials at once of services whose names anybody can invent and that did not answer last time. */
const TRIALS_MAX = 5;
const ORIGINS_MAX = 10_000;

export type ServiceBreakers = {
  /** `trial`: find out whether the service answers; `soon`: another send does so; `later`: it is silent, or too many are tried. */
  begin(origin: string, isServiceItself: boolean): 'go' | 'trial' | 'soon' | 'later';
  end(origin: string, hasAnswered: boolean): void;
};

/** Circuit breakers, one for each push service. Anybody can invent names below a push service's that never answer. So a silent
 * service gets one push as a trial, and few are tried at once: pushes to others do not wait. */
export function createServiceBreakers(clock: Clock): ServiceBreakers {
  const answering = new Set<string>();
  const silentUntilMs = new Map<string, number>();
  /** True: anybody can invent the service's name. */
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
