import { useEffect } from 'react';
import { compass } from '#web/lib/device/heading/use-heading.ts';
import type { Fix } from '#web/live/own-position.ts';

/** Lets the way the device moves stand in for a compass it has not. */
export function useCourse(fix: Fix | null): void {
  useEffect(() => {
    if (fix) compass.receiveMovement({ heading: fix.courseDeg, speed: fix.speedMps });
  }, [fix]);
}
