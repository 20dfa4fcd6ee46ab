import { useEffect } from 'react';
import { compass } from '#web/lib/device/heading/use-heading.ts';
import type { Fix } from '#web/live/own-position.ts';

/** Uses the course over ground without a compass. */
export function useCourse(fix: Fix | null): void {
  useEffect(() => {
    if (fix) compass.receiveMovement({ heading: fix.courseDeg, speed: fix.speedMps }, fix.takenAtMs);
  }, [fix]);
}
