import { prefersReducedMotion } from './reduced-motion.ts';

const TICK_MS = 10;

/** Where supported, unless the person avoids motion. */
export function tick(): void {
  const { userActivation, vibrate } = navigator as Partial<Navigator>;
  // Before the first tap it is refused, and browsers log that as an error.
  if (vibrate === undefined || !userActivation?.hasBeenActive || prefersReducedMotion()) return;
  navigator.vibrate(TICK_MS);
}
