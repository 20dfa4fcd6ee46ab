import { useEffect, useRef } from 'react';
import { NEAR_M } from './finding.ts';

const CLOSER_MS = 60;
const AROUND_PATTERN_MS = [90, 70, 90, 70, 220];

export function useStepVibration(steps: number): void {
  const felt = useRef(steps);
  useEffect(() => {
    if (steps <= felt.current) return;
    felt.current = steps;
    // Before the first tap it is refused, and browsers log that as an error.
    if (!(navigator as Partial<Navigator>).userActivation?.hasBeenActive) return;
    // Safari has none.
    (navigator as Partial<Navigator>).vibrate?.(steps > NEAR_M.length ? AROUND_PATTERN_MS : CLOSER_MS);
  }, [steps]);
}
